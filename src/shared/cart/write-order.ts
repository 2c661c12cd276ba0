/** The header that says where a write stands among those of one page to one line: `page-variant=7`. */
export const WRITE_ORDER = 'write-order'

const SHAPE = /^(?<series>[\w.-]{1,128})=(?<number>\d{1,9})$/

/** A page numbers what it writes to a line: a later write says all that is wanted of the line, whatever became of an earlier. */
export interface WriteOrder {
  /** Of one page and one variant. */
  series: string
  number: number
}

/** @returns undefined where it is not such a header */
export function parseWriteOrder(header: unknown): WriteOrder | undefined {
  const { series, number } = (typeof header === 'string' && SHAPE.exec(header)?.groups) || {}
  return series && number ? { series, number: Number(number) } : undefined
}
