import { readRunningShop } from '#server/main/running-shop.ts'
import { createAdminClient, type AdminClient, type AdminAuth } from '#server/medusa/admin/admin-client.ts'
import { UnsendableError } from '#server/medusa/admin/uploads.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { readStaffSettings, CommandError } from '../operator-command.ts'
import { OperationError } from './operations/compensation/carry-out.ts'

interface Place {
  url: string
  auth: AdminAuth
  /** The setting that opens it; undefined for who is yet to come in. */
  opensBy: 'MEDUSA_ADMIN_TOKEN' | 'MEDUSA_ADMIN_KEY' | undefined
  priceUnit: PriceUnit
}

/** Who sits there: one of the staff, or someone who is about to be. */
export type Actor = 'staff' | 'newcomer'

/**
 * Opens the back office of MEDUSA_URL, else that of the sample shop that runs, and closes it afterwards.
 * @throws CommandError where there is none, where it refuses, and where it does not answer
 */
export async function withAdminClient(
  work: (admin: AdminClient, place: { url: string; priceUnit: PriceUnit }) => Promise<void>,
  actor: Actor = 'staff',
): Promise<void> {
  const place = findPlace(actor)
  const admin = createAdminClient({ baseUrl: place.url, auth: place.auth })
  try {
    await work(admin, place)
  } catch (error) {
    throw toCommandError(error, place)
  } finally {
    await admin.close()
  }
}

function findPlace(actor: Actor): Place {
  const { url, key, token, priceUnit, dataDir } = readStaffSettings()
  const shop = url ? undefined : readRunningShop(dataDir)?.backOffice
  if (!url && !shop)
    throw new CommandError(
      `No sample shop runs on the data folder ${dataDir}; start it, or name a backend with MEDUSA_URL.`,
    )
  const at = { url: url ?? shop?.url ?? '', priceUnit }
  if (actor === 'newcomer') return { ...at, auth: { login: { jwtTokenStorageMethod: 'memory' } }, opensBy: undefined }
  if (token) return { ...at, auth: { bearer: token }, opensBy: 'MEDUSA_ADMIN_TOKEN' }
  const apiKey = key ?? shop?.key
  if (apiKey) return { ...at, auth: { apiKey }, opensBy: 'MEDUSA_ADMIN_KEY' }
  throw new CommandError('MEDUSA_ADMIN_KEY is missing: a secret key of the backend opens its back office.')
}

function toCommandError(error: unknown, { url, opensBy }: Place): unknown {
  if (error instanceof OperationError || error instanceof UnsendableError)
    return new CommandError(ended(error.message), { cause: error })
  if (!(error instanceof BackendError)) return error
  return new CommandError(messageOf(error), { cause: error })

  function messageOf({ status, message, isUnavailable }: BackendError): string {
    if (status === 401 && opensBy)
      return opensBy === 'MEDUSA_ADMIN_TOKEN'
        ? `${url} refuses MEDUSA_ADMIN_TOKEN: it has lapsed, or is not from there; log in and set a new one.`
        : `${url} refuses MEDUSA_ADMIN_KEY.`
    if (status === 403 && opensBy) return `${url} does not allow that to whom ${opensBy} belongs: ${ended(message)}`
    if (status === 404 && /^(?:route )?not found$/i.test(message))
      return `${url} knows no such call: it may be older than this shop or newer, or have that turned off.`
    if (isUnavailable) return `${ended(message)} Is ${url} up?`
    return ended(message)
  }
}

function ended(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
