import type { HttpTypes } from '@medusajs/types'

import { createBackOffice, type BackOfficeOptions } from '#server/commerce/back-office.ts'

import { OperationError } from './operation-error.ts'

export interface AcceptedInvite {
  /** Of the letter. */
  token: string
  email: string
  password: string
  first_name?: string
  last_name?: string
}

/**
 * Becomes somebody of the shop's staff: registers with a password, and accepts the invite with that.
 * @returns who they are now
 * @throws BackendError, also where the invite is over; OperationError with what the backend said instead of a name
 */
export async function acceptInvite(
  options: Omit<BackOfficeOptions, 'auth'>,
  { token, email, password, ...name }: AcceptedInvite,
): Promise<HttpTypes.AdminUser> {
  const office = createBackOffice({ ...options, auth: { login: { jwtTokenStorageMethod: 'memory' } } })
  try {
    await office.auth.register('emailpass', { email, password })
    const answer = await office.admin.invite.accept({ email, ...name }, { token })
    if ('user' in answer) return answer.user
    throw new OperationError(answer.message)
  } finally {
    await office.close()
  }
}
