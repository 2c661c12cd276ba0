/** An image could be had, but not now. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly statusCode = 503
}
