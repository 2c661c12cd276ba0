import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding } from '#server/http/choose-encoding.ts'
import { encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import { knowsEtag } from '#server/http/knows-etag.ts'
import { createByteCache } from '#server/infra/byte-cache.ts'

export interface WantedText {
  /** Whatever tells it from the others; of each the last version is kept. */
  key: string
  /** Changes with whatever it is written from. */
  version: string
  type: string
  write: () => Promise<string> | string
}

/** Texts for programs: each is written and compressed once for each version, however many ask for it. */
export interface TextCache {
  /** Answers with a text, or with the news that it has not changed. @throws what `write` throws */
  send(request: FastifyRequest, reply: FastifyReply, wanted: WantedText): Promise<FastifyReply>
}

const LIMIT_BYTES = 16 * 1024 * 1024

export function createTextCache(): TextCache {
  const cache = createByteCache<EncodedText>(LIMIT_BYTES)
  const making = new Map<string, Promise<EncodedText>>()

  async function make({ key, version, write }: WantedText): Promise<EncodedText> {
    const made = await encodeText(await write(), version)
    cache.keep(key, made)
    return made
  }

  function makeOnce(wanted: WantedText): Promise<EncodedText> {
    const name = `${wanted.key} ${wanted.version}`
    const made = making.get(name) ?? make(wanted).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  return {
    async send(request, reply, wanted) {
      const cached = cache.get(wanted.key)
      const { etag, bodies } = cached?.version === wanted.version ? cached : await makeOnce(wanted)
      reply.header('cache-control', 'public, no-cache').header('etag', etag).header('vary', 'accept-encoding')
      if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type(wanted.type).send(bodies[encoding])
    },
  }
}
