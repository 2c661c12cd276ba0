/** A question that cannot be answered: 400 where it is wrong, 404 where nothing fits. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly statusCode: 400 | 404
  /** Short, for the status line of an answer; the message says more. */
  readonly statusMessage: string
  /** What the answer carries beside it, such as the query. */
  readonly data: unknown

  constructor(statusCode: 400 | 404, message: string, { statusMessage = message, data }: ContentErrorOptions = {}) {
    super(message)
    this.statusCode = statusCode
    this.statusMessage = statusMessage
    this.data = data
  }
}

interface ContentErrorOptions {
  statusMessage?: string
  data?: unknown
}
