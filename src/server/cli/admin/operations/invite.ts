import type { HttpTypes } from '@medusajs/types'

import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { OperationError } from './compensation/carry-out.ts'

export interface AcceptedInvite {
  /** Of the letter. */
  token: string
  email: string
  /** A new one; that of their account where they have one, say as a shopper, or since an earlier try. */
  password: string
  first_name?: string
  last_name?: string
}

const PROVIDER = 'emailpass'
/** An invite that is over is answered no better than this. */
const OVER = 'The invite is over, or was accepted already; ask for a new one.'

/**
 * Becomes someone of the shop's staff: registers with a password, or logs in, and accepts the invite with that.
 * @param adminClient of someone who logs in
 * @returns who they are now
 * @throws BackendError; OperationError where the invite is over, the password is not that of their account, or they
 * are one of the staff already
 */
export async function acceptInvite(
  adminClient: AdminClient,
  { token, email, password, ...name }: AcceptedInvite,
): Promise<HttpTypes.AdminUser> {
  await prove(adminClient, { email, password })
  try {
    const answer = await adminClient.admin.invite.accept({ email, ...name }, { token })
    if ('user' in answer) return answer.user
    throw new OperationError(answer.message)
  } catch (error) {
    if (hasStatus(error, 401)) throw new OperationError(OVER, { cause: error })
    if (hasStatus(error, 400) && /already authenticated/.test(error.message))
      throw new OperationError(`${email} is one of the staff already.`, { cause: error })
    throw error
  }
}

async function prove({ auth }: AdminClient, credentials: { email: string; password: string }): Promise<void> {
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
