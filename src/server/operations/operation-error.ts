/** What an operator wished for and cannot have, or has only in part: `message` says what, and what to do. */
export class OperationError extends Error {
  override name = 'OperationError'
}
