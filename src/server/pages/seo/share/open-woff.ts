import { inflateSync } from 'node:zlib'

const HEADER = 12
const ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20

/**
 * Takes a font out of the wrapping in which browsers fetch it, for a program that reads bare ones only.
 * @param woff in version 1, where each table is compressed by itself
 * @throws where it is something else
 */
export function openWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no font in WOFF')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(HEADER + count * ENTRY)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  // For programs that look tables up by halves.
  const depth = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** depth * ENTRY, 6)
  head.writeUInt16BE(depth, 8)
  head.writeUInt16BE(count * ENTRY - 2 ** depth * ENTRY, 10)

  const parts: Buffer[] = [head]
  let length = head.length
  for (let index = 0; index < count; index += 1) {
    const from = WOFF_HEADER + index * WOFF_ENTRY
    const to = HEADER + index * ENTRY
    const [place, packedLength, fullLength, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
      number,
    ]
    const packed = woff.subarray(place, place + packedLength)
    const table = packedLength < fullLength ? inflateSync(packed) : packed
    woff.copy(head, to, from, from + 4)
    head.writeUInt32BE(checksum, to + 4)
    head.writeUInt32BE(length, to + 8)
    head.writeUInt32BE(fullLength, to + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    length += table.length + padding.length
  }
  return Buffer.concat(parts)
}
