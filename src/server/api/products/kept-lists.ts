import { constants } from 'node:zlib'

import { weakEtag } from '#server/knows-etag.ts'
import { createByteShelf } from '#server/page-cache/byte-shelf.ts'
import { encodeBodies, sizeOf, type Bodies } from '#server/page-cache/encode-bodies.ts'

/** The answer to a question about a list, ready to be sent. */
interface KeptList {
  version: string
  etag: string
  size: number
  bodies: Bodies
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
    const bodies = await encodeBodies(Buffer.from(json), BROTLI)
    shelf.keep(key, { version, etag: weakEtag(json), size: sizeOf(bodies), bodies })
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
