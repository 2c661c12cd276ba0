import type { IncomingMessage, ServerResponse } from 'node:http'

import { knowsEtag } from '#server/http/knows-etag.ts'
import { createByteCache } from '#server/infra/byte-cache.ts'

import type { ResponsiveImage } from './image-processor.ts'
import { showsAvif } from './shows-avif.ts'

/** Answers whose address changes with their bytes, in memory: the caller needs nothing of the framework. */
export interface AnswerCache {
  /** @param headers of the answer, without those of its body */
  keep(url: string, showsAvif: boolean, image: ResponsiveImage, headers: Record<string, string>): void
  /** @returns whether it was answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

interface CachedAnswer {
  size: number
  body: Buffer
  etag: string
  /** Names and values by turns, as Node writes them without looking at each. */
  whole: string[]
  unchanged: string[]
}

const BYTES = 32 * 1024 * 1024
/** Of headers and the like. */
const OVERHEAD = 4096

export function createAnswerCache(): AnswerCache {
  const cache = createByteCache<CachedAnswer>(BYTES)

  return {
    keep(url, avif, { bytes, etag, format }, headers) {
      const unchanged = Object.entries({ ...headers, etag }).flat()
      const whole = [...unchanged, 'content-type', `image/${format}`, 'content-length', String(bytes.length)]
      cache.keep(keyOf(url, avif), { size: bytes.length + OVERHEAD, body: bytes, etag, whole, unchanged })
    },
    answer({ method, url = '', headers }, response) {
      if (!url.startsWith('/_image/') || (method !== 'GET' && method !== 'HEAD')) return false
      const cached = cache.get(keyOf(url, showsAvif(headers.accept)))
      if (!cached) return false
      if (knowsEtag(headers['if-none-match'], cached.etag)) {
        response.writeHead(304, cached.unchanged)
        response.end()
        return true
      }
      response.writeHead(200, cached.whole)
      // Node itself sends no body to a HEAD.
      response.end(cached.body)
      return true
    },
  }
}

function keyOf(url: string, avif: boolean): string {
  return avif ? `${url} avif` : url
}
