/** Request header, such as `page-key=7`. */
export const WRITE_ORDER = 'write-order'

const SHAPE = /^(?<page>[\w.]{1,40})-(?<line>\w{1,80})=(?<number>\d{1,15})$/

/** A write has the complete new state of the line, so a higher number replaces earlier ones. */
export interface WriteOrder {
  page: string
  line: string
  /** Milliseconds of the device's clock; increases with every write of a page. */
  number: number
}

export function parseWriteOrder(header: unknown): WriteOrder | undefined {
  const { page, line, number } = (typeof header === 'string' && SHAPE.exec(header)?.groups) || {}
  return page && line && number ? { page, line, number: Number(number) } : undefined
}
