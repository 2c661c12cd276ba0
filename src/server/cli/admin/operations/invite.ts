import type { HttpTypes } from '@medusajs/types'

import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { OperationError } from './compensation.ts'

export interface AcceptedInvite {
  /** From the invitation email. */
  token: string
  email: string
  /** A new password, or the password of an existing account, such as a shopper's or one of an earlier attempt. */
  password: string
  first_name?: string
  last_name?: string
}

const PROVIDER = 'emailpass'
/** The backend gives no reason for rejecting an invite. */
const EXPIRED = 'The invite is over, or was accepted already; ask for a new one.'

/**
 * Accepts an invite to the staff: registers with a password or logs in, then redeems the token.
 * @param adminClient a client that authenticates by login
 * @throws BackendError; OperationError if the invite has expired, the password is wrong, or the person is already a
 * staff member
 */
export async function acceptInvite(
  adminClient: AdminClient,
  { token, email, password, ...name }: AcceptedInvite,
): Promise<HttpTypes.AdminUser> {
  await authenticate(adminClient, { email, password })
  try {
    const answer = await adminClient.admin.invite.accept({ email, ...name }, { token })
    if ('user' in answer) return answer.user
    throw new OperationError(answer.message)
  } catch (error) {
    if (hasStatus(error, 401)) throw new OperationError(EXPIRED, { cause: error })
    if (hasStatus(error, 400) && /already authenticated/.test(error.message))
      throw new OperationError(`${email} is one of the staff already.`, { cause: error })
    throw error
  }
}

async function authenticate({ auth }: AdminClient, credentials: { email: string; password: string }): Promise<void> {
  try {
    await auth.register(PROVIDER, credentials)
    return
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
  }
  const answer = await auth.login(PROVIDER, credentials).catch((error: unknown) => {
    if (!hasStatus(error, 401)) throw error
    const message = `${credentials.email} has an account already, and this is not its password.`
    throw new OperationError(message, { cause: error })
  })
  if (typeof answer !== 'string')
    throw new OperationError(`${credentials.email} has to log in by more than a password; do that in a browser.`)
}

function hasStatus(error: unknown, status: number): error is BackendError {
  return error instanceof BackendError && error.status === status
}
