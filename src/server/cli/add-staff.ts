import { randomBytes } from 'node:crypto'

import { createAdminClient, type AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

import { CommandError } from './operator-command.ts'

const PROVIDER = 'emailpass'

/** A password of 96 random bits. */
export function drawPassword(): string {
  return randomBytes(12).toString('base64url')
}

/**
 * Creates a staff account with a password. It can sign in to Medusa Admin.
 * @param adminClient a client with the rights of the staff
 * @param url the address of the backend
 * @returns the email address in lower case, since the backend compares it letter by letter
 * @throws CommandError if the address is invalid or taken; BackendError
 */
export async function addStaff(
  { admin }: AdminClient,
  url: string,
  account: { email: string; password: string },
): Promise<string> {
  const email = account.email.trim().toLowerCase()
  if (!isEmailAddress(email)) throw new CommandError(`"${account.email}" is not an email address.`)
  const { users } = await admin.user.list({ email, limit: 1 })
  if (users.length > 0) throw new CommandError(`${email} is one of the staff already.`)
  const newcomer = createAdminClient({ baseUrl: url, auth: { login: { jwtTokenStorageMethod: 'memory' } } })
  const { invite } = await admin.invite.create({ email })
  try {
    await authenticate(newcomer, { email, password: account.password })
    await newcomer.admin.invite.accept({ email }, { token: invite.token })
    return email
  } catch (error) {
    await admin.invite.delete(invite.id)
    throw error
  } finally {
    await newcomer.close()
  }
}

/** Registers with the password, or logs in: an earlier attempt may have registered, and a shopper has an account too. */
async function authenticate({ auth }: AdminClient, credentials: { email: string; password: string }): Promise<void> {
  try {
    await auth.register(PROVIDER, credentials)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    await auth.login(PROVIDER, credentials).catch((cause: unknown) => {
      if (!isUnauthorized(cause)) throw cause
      throw new CommandError(`${credentials.email} has an account already, and this is not its password.`, { cause })
    })
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof BackendError && error.status === 401
}
