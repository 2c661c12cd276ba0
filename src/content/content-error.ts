/** 400 if the query is invalid, 404 if no document matches. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly statusCode: 400 | 404
  /** For the status line of the response; `message` has the details. */
  readonly statusMessage: string
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
