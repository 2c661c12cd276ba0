import { promisify } from 'node:util'
import { brotliCompress, gzip, type BrotliOptions } from 'node:zlib'

import type { Encoding } from './choose-encoding.ts'

/** Every form in which an answer may travel. */
export type Bodies = Record<Encoding, Buffer>

/** Compresses what is sent many times, off the event loop. */
export async function encodeBodies(identity: Buffer, brotli: BrotliOptions): Promise<Bodies> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)])
  return { br, gzip: gz, identity }
}

/** What keeping all of them costs, in bytes. */
export function sizeOf(bodies: Bodies): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, 0)
}
