import { encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import { createByteCache } from '#server/infra/byte-cache.ts'

/** Answers about lists that no one narrowed, which everybody asks for: written and compressed once for each version. */
export interface ListCache {
  /** The answer to a question about a list, ready to be sent. */
  get(key: string, version: string): EncodedText | undefined
  /** Keeps an answer as soon as it is compressed, off the event loop. */
  keepSoon(key: string, version: string, json: string): void
}

const LIMIT_BYTES = 16 * 1024 * 1024

export function createListCache(): ListCache {
  const cache = createByteCache<EncodedText>(LIMIT_BYTES)
  const underWay = new Set<string>()

  async function keep(key: string, version: string, json: string): Promise<void> {
    cache.keep(key, await encodeText(json, version))
  }

  return {
    get(key, version) {
      const list = cache.get(key)
      return list?.version === version ? list : undefined
    },
    keepSoon(key, version, json) {
      const making = `${key} ${version}`
      if (underWay.has(making)) return
      underWay.add(making)
      // What could not be compressed is written anew for anyone who comes next.
      keep(key, version, json)
        .catch(() => {})
        .finally(() => underWay.delete(making))
    },
  }
}
