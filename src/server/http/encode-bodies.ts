import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib'

import { weakEtag } from './knows-etag.ts'

/** Every form in which an answer may travel. */
export type Bodies = Record<Encoding, Buffer>

/** Compresses what is sent many times, off the event loop. */
export async function encodeBodies(identity: Buffer, brotli: BrotliOptions): Promise<Bodies> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)])
  return { br: withoutSlack(br), gzip: withoutSlack(gz), identity }
}

/** What zlib hands over is the beginning of a buffer of 64 kB, all of which would be kept with it. */
function withoutSlack(bytes: Buffer): Buffer {
  return Buffer.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** What keeping all of them costs, in bytes. */
export function sizeOf(bodies: Bodies): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, 0)
}

/** Words that many are sent, in every form in which they may travel. */
export interface EncodedText {
  /** Of whatever they were written from. */
  version: string
  etag: string
  /** What keeping it costs, in bytes. */
  size: number
  bodies: Bodies
}

/** Better than what is sent once is worth, for less than what is sent for ever. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Makes words ready to be sent many times; they are compressed off the event loop. */
export async function encodeText(text: string, version: string): Promise<EncodedText> {
  const bodies = await encodeBodies(Buffer.from(text), BROTLI)
  return { version, etag: weakEtag(text), size: sizeOf(bodies), bodies }
}

/** How the bytes of a page may travel, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers write a handful of headers; what someone makes up is read each time. */
const MOST_REMEMBERED = 64
const remembered = new Map<string, Encoding>()

/** The smallest form of a page that a client takes, by its `accept-encoding`. */
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
        const [name = '', ...rest] = part.split(';').map((product) => product.trim())
        const weight = rest.find((product) => product.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  const isTaken = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return ENCODINGS.find((encoding) => encoding !== 'identity' && isTaken(encoding)) ?? 'identity'
}
