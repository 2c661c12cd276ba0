import { readRunningShop } from '#server/main/running-shop.ts'
import { createAdminClient, type AdminClient, type AdminAuth } from '#server/medusa/admin/admin-client.ts'
import { BackendError, UnsendableError } from '#server/medusa/backend-error.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { readStaffSettings, CommandError } from '../operator-command.ts'

interface Connection {
  url: string
  auth: AdminAuth
  /** The setting that holds the credentials. */
  setting: 'MEDUSA_ADMIN_TOKEN' | 'MEDUSA_ADMIN_KEY'
  priceUnit: PriceUnit
}

/**
 * Opens a client of the Admin API at MEDUSA_URL, or else of the running sample shop, and closes it afterwards.
 * @throws CommandError if there is no backend, or if it refuses or does not respond
 */
export async function withAdminClient(
  work: (admin: AdminClient, connection: { url: string; priceUnit: PriceUnit }) => Promise<void>,
): Promise<void> {
  const connection = findConnection()
  const admin = createAdminClient({ baseUrl: connection.url, auth: connection.auth })
  try {
    await work(admin, connection)
  } catch (error) {
    throw toCommandError(error, connection)
  } finally {
    await admin.close()
  }
}

function findConnection(): Connection {
  const { url, key, token, priceUnit, dataDir } = readStaffSettings()
  const shop = url ? undefined : readRunningShop(dataDir)?.backOffice
  if (!url && !shop)
    throw new CommandError(
      `No sample shop runs on the data folder ${dataDir}; start it, or name a backend with MEDUSA_URL.`,
    )
  const at = { url: url ?? shop?.url ?? '', priceUnit }
  if (token) return { ...at, auth: { bearer: token }, setting: 'MEDUSA_ADMIN_TOKEN' }
  const apiKey = key ?? shop?.key
  if (apiKey) return { ...at, auth: { apiKey }, setting: 'MEDUSA_ADMIN_KEY' }
  throw new CommandError('MEDUSA_ADMIN_KEY is missing: set it to a secret API key of Medusa.')
}

function toCommandError(error: unknown, connection: Connection): unknown {
  if (error instanceof UnsendableError) return new CommandError(withPeriod(error.message), { cause: error })
  if (error instanceof BackendError) return new CommandError(messageOf(error, connection), { cause: error })
  return error
}

function messageOf({ status, message, isUnavailable }: BackendError, { url, setting }: Connection): string {
  if (status === 401 && message === 'Unauthorized')
    return setting === 'MEDUSA_ADMIN_TOKEN'
      ? `${url} refuses MEDUSA_ADMIN_TOKEN (401): it has lapsed, or is not from there; log in and set a new one.`
      : `${url} refuses MEDUSA_ADMIN_KEY (401).`
  const reason = withPeriod(message)
  if (status === 403) return `${url} does not allow that to the owner of ${setting} (403): ${reason}`
  if (status === 404 && /^(?:route )?not found$/i.test(message))
    return `${url} knows no such call (404): it may be older than this shop or newer, or have that turned off.`
  const answer = status === undefined ? reason : `${url} answers ${status}: ${reason}`
  return isUnavailable ? `${answer} Is ${url} up?` : answer
}

/** Puts a message on one line, with a period at its end. */
function withPeriod(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
