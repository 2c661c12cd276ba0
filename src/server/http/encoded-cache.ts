import { constants } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { createSingleFlight } from '#server/infra/single-flight.ts'

import { chooseEncoding, encodeBodies, sizeOf, type Bodies } from './encode-bodies.ts'
import { knowsEtag, weakEtag } from './knows-etag.ts'

interface EncodedText {
  version: string
  etag: string
  size: number
  bodies: Bodies
}

interface WantedText {
  /** The latest version of each text is cached. */
  key: string
  /** Of the data that the text is made from. */
  version: string
  /** Undefined if there is nothing at the key. */
  write: () => Promise<string | undefined> | string | undefined
}

const LIMIT_BYTES = 16 * 1024 * 1024
/** Between the level for a single response (4) and the level for cached pages (6). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Each text is written and compressed once per version, however many clients request it. */
export function createEncodedCache() {
  const cache = new LRUCache<string, EncodedText>({ maxSize: LIMIT_BYTES, sizeCalculation: ({ size }) => size })
  const making = createSingleFlight<EncodedText | undefined>()

  async function make({ key, version, write }: WantedText): Promise<EncodedText | undefined> {
    const text = await write()
    if (text === undefined) return undefined
    const bodies = await encodeBodies(Buffer.from(text), BROTLI)
    const made = { version, etag: weakEtag(text), size: sizeOf(bodies), bodies }
    cache.set(key, made)
    return made
  }

  return {
    /** Sets the headers of the response and returns its body; null for a client that has it. */
    async encode(request: FastifyRequest, reply: FastifyReply, wanted: WantedText): Promise<Buffer | null | undefined> {
      const { key, version } = wanted
      const cached = cache.get(key)
      const text = cached?.version === version ? cached : await making.run(`${key} ${version}`, () => make(wanted))
      if (!text) return undefined
      reply.header('etag', text.etag).header('vary', 'accept-encoding')
      if (knowsEtag(request.headers['if-none-match'], text.etag)) {
        reply.code(304)
        return null
      }
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return text.bodies[encoding]
    },
  }
}
