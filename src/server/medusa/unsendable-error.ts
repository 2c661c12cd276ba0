/** A call that cannot be made as it is wished, and was not: `message` says what is wrong with it. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}
