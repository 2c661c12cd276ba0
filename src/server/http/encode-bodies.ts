import { promisify } from 'node:util'
import { brotliCompress, gzip, type BrotliOptions } from 'node:zlib'

export type Bodies = Record<Encoding, Buffer>

export async function encodeBodies(identity: Buffer, brotli: BrotliOptions): Promise<Bodies> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)])
  return { br: withoutSlack(br), gzip: withoutSlack(gz), identity }
}

/** zlib returns a view of a 64 kB buffer, and a cache would retain all of it. */
function withoutSlack(bytes: Buffer): Buffer {
  return Buffer.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

export function sizeOf(bodies: Bodies): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, 0)
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers send only a few different headers. */
const MOST_REMEMBERED = 64
const remembered = new Map<string, Encoding>()

export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const encoding = readEncoding(header)
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, encoding)
  return encoding
}

function readEncoding(header: string): Encoding {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...rest] = part.split(';').map((field) => field.trim())
        const weight = rest.find((field) => field.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  const isTaken = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return ENCODINGS.find((encoding) => encoding !== 'identity' && isTaken(encoding)) ?? 'identity'
}
