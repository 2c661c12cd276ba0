import { randomBytes } from 'node:crypto'

import { createAdminClient, type AdminClient } from '#server/medusa/admin/admin-client.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

import { OperationError } from './compensation.ts'
import { acceptInvite } from './invite.ts'

/** A password of 96 random bits. */
export function drawPassword(): string {
  return randomBytes(12).toString('base64url')
}

/**
 * Creates a staff account with a password. It can sign in to Medusa Admin.
 * @param adminClient a client with the rights of the staff
 * @param url the address of the backend
 * @returns the email address in lower case, since the backend compares it letter by letter
 * @throws OperationError if the address is invalid or taken; BackendError
 */
export async function addStaff(
  { admin }: AdminClient,
  url: string,
  account: { email: string; password: string },
): Promise<string> {
  const email = account.email.trim().toLowerCase()
  if (!isEmailAddress(email)) throw new OperationError(`"${account.email}" is not an email address.`)
  const { users } = await admin.user.list({ email, limit: 1 })
  if (users.length > 0) throw new OperationError(`${email} is one of the staff already.`)
  const newcomer = createAdminClient({ baseUrl: url, auth: { login: { jwtTokenStorageMethod: 'memory' } } })
  const { invite } = await admin.invite.create({ email })
  try {
    await acceptInvite(newcomer, { token: invite.token, email, password: account.password })
    return email
  } catch (error) {
    await admin.invite.delete(invite.id)
    throw error
  } finally {
    await newcomer.close()
  }
}
