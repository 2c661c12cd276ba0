import { BackendError } from '#server/commerce/backend-error.ts'
import type { Backend } from '#server/commerce/http.ts'
import { Refusal } from '#server/refusals/refusal.ts'

export type TransferAnswer = 'accept' | 'decline'

/** What is said of transfers, in English: the keys of the translations in `locales/`. */
export const TRANSFER_SENTENCES = {
  accept: /*i18n*/ 'You agreed: the order has moved to the account that asked for it.',
  decline: /*i18n*/ 'You declined: the order stays where it is.',
  over: /*i18n*/ 'This request no longer waits for an answer: it was answered before, or taken back.',
  wrong: /*i18n*/ 'This link does not belong to the request. Please open it from the letter once more.',
  noOrder: /*i18n*/ 'There is no such order.',
} as const

/**
 * Answers somebody's wish to have an order in their account.
 * @param token what only the letter to the order's address names
 * @throws Refusal 409 where nothing waits for an answer (any more), 403 for another token, 404
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
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof BackendError) || error.isUnavailable) return error
  if (error.status === 404) return new Refusal(404, { sentence: TRANSFER_SENTENCES.noOrder }, { cause: error })
  if (error.type === 'not_allowed')
    return new Refusal(403, { sentence: TRANSFER_SENTENCES.wrong, details: 'token' }, { cause: error })
  if (error.status === 400) return new Refusal(409, { sentence: TRANSFER_SENTENCES.over }, { cause: error })
  return error
}
