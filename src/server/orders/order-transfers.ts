import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'

export type TransferAnswer = 'accept' | 'decline'

/** What is said of transfers, in English: the keys of the translations in `locales/`. */
export const TRANSFER_MESSAGES = {
  accept: /*i18n*/ 'You agreed: the order has moved to the account that asked for it.',
  decline: /*i18n*/ 'You declined: the order stays where it is.',
  over: /*i18n*/ 'This request no longer waits for an answer: it was answered before, or taken back.',
  wrong: /*i18n*/ 'This link does not belong to the request. Please open it from the letter once more.',
  noOrder: /*i18n*/ 'There is no such order.',
} as const

/**
 * Answers someone's wish to have an order in their account.
 * @param token what only the email to the order's address names
 * @throws HttpError 409 where nothing waits for an answer (any more), 403 for another token, 404
 */
export async function answerTransfer(
  { store }: Backend,
  answer: TransferAnswer,
  orderId: string,
  token: string,
): Promise<void> {
  try {
    if (answer === 'accept') await store.order.acceptTransfer(orderId, { token })
    else await store.order.declineTransfer(orderId, { token })
  } catch (error) {
    throw toHttpError(error)
  }
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof BackendError) || error.isUnavailable) return error
  if (error.status === 404) return new HttpError(404, { message: TRANSFER_MESSAGES.noOrder }, { cause: error })
  if (error.type === 'not_allowed')
    return new HttpError(403, { message: TRANSFER_MESSAGES.wrong, details: 'token' }, { cause: error })
  if (error.status === 400) return new HttpError(409, { message: TRANSFER_MESSAGES.over }, { cause: error })
  return error
}
