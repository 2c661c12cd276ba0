/** Request header with the sequence number of a write to one cart line: `page-key=7`. */
export const WRITE_ORDER = 'write-order'

const SHAPE = /^(?<page>[\w.]{1,40})-(?<line>\w{1,80})=(?<number>\d{1,15})$/

/** Each write contains the complete new state of the line, so a write with a higher number replaces earlier ones. */
export interface WriteOrder {
  page: string
  /** See `lineKey`. */
  line: string
  /**
   * Milliseconds of the device's clock, so that the writes of several pages can be compared. It increases with every
   * write of a page.
   */
  number: number
}

/** @returns undefined if the header is malformed */
export function parseWriteOrder(header: unknown): WriteOrder | undefined {
  const { page, line, number } = (typeof header === 'string' && SHAPE.exec(header)?.groups) || {}
  return page && line && number ? { page, line, number: Number(number) } : undefined
}
