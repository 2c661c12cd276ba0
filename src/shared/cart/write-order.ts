/** The header that orders the writes to one line: `page-variant=7`. */
export const WRITE_ORDER = 'write-order'

const SHAPE = /^(?<page>[\w.]{1,40})-(?<line>\w{1,80})=(?<number>\d{1,15})$/

/** A page numbers what it writes to a line: a later write says all that is wanted of the line, whatever became of an earlier. */
export interface WriteOrder {
  page: string
  /** The variant of the line. */
  line: string
  /** Higher with every write of the page; by the device's clock, in ms, so that its other pages can be compared. */
  number: number
}

/** @returns undefined if it is not such a header */
export function parseWriteOrder(header: unknown): WriteOrder | undefined {
  const { page, line, number } = (typeof header === 'string' && SHAPE.exec(header)?.groups) || {}
  return page && line && number ? { page, line, number: Number(number) } : undefined
}
