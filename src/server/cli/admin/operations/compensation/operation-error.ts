/** What an operator wished for and cannot have, or has only in part: `message` says what, and what to do. */
export class OperationError extends Error {
  override name = 'OperationError'
}

/** What an error says, ended as a sentence. */
export function asMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}
