import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** Of the headers and of the entries of their table directories, in bytes. */
const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/** The PDF library reads packed fonts too, but unpacks the outlines again for each letter, which takes seconds. */
export function readWoff(file: string): Buffer {
  const woff = readFileSync(file)
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT.header + SFNT.entry * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const tables: Buffer[] = []
  let offset = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(WOFF.header + WOFF.entry * index)
    const [start, packed, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = woff.subarray(start, start + packed)
    // Tables start at multiples of four bytes.
    const table = Buffer.alloc(Math.ceil(size / 4) * 4)
    ;(packed < size ? inflateSync(bytes) : bytes).copy(table)
    const at = SFNT.header + SFNT.entry * index
    entry.copy(head, at, 0, 4)
    entry.copy(head, at + 4, 16, 20)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(size, at + 12)
    tables.push(table)
    offset += table.length
  }
  return Buffer.concat([head, ...tables])
}
