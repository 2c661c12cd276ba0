import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { createByteShelf } from '#server/page-cache/byte-shelf.ts'
import type { Encoding } from '#server/page-cache/choose-encoding.ts'

/** The answer to a question about a list, ready to be sent. */
interface KeptList {
  version: string
  etag: string
  size: number
  bodies: Record<Encoding, Buffer>
}

/** Answers about lists that nobody narrowed, which everybody asks for: written and compressed once for each version. */
export interface KeptLists {
  get(key: string, version: string): KeptList | undefined
  /** Keeps an answer as soon as it is compressed, off the event loop. */
  keepSoon(key: string, version: string, json: string): void
}

const LIMIT_BYTES = 16 * 1024 * 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function createKeptLists(): KeptLists {
  const shelf = createByteShelf<KeptList>(LIMIT_BYTES)
  const underWay = new Set<string>()

  async function keep(key: string, version: string, json: string): Promise<void> {
    const identity = Buffer.from(json)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
    const size = identity.length + br.length + gz.length
    shelf.keep(key, { version, etag: etagOf(json), size, bodies: { br, gzip: gz, identity } })
  }

  return {
    get(key, version) {
      const list = shelf.get(key)
      return list?.version === version ? list : undefined
    },
    keepSoon(key, version, json) {
      const making = `${key} ${version}`
      if (underWay.has(making)) return
      underWay.add(making)
      // What could not be compressed is written anew for whoever comes next.
      keep(key, version, json)
        .catch(() => {})
        .finally(() => underWay.delete(making))
    },
  }
}

/** Weak, since the same words may go out compressed. */
export function etagOf(json: string): string {
  return `W/"${createHash('sha1').update(json).digest('base64url')}"`
}
