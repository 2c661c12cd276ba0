import type { FastifyReply, FastifyRequest } from 'fastify'

const RANGE = /^bytes=(\d*)-(\d*)$/

/** Safari plays a film only from a server that sends the part that it asks for. Several parts are sent as the whole. */
export function sendRange(request: FastifyRequest, reply: FastifyReply, bytes: Buffer) {
  reply.header('accept-ranges', 'bytes')
  const [, first = '', last = ''] = RANGE.exec(request.headers.range ?? '') ?? []
  if (first === '' && last === '') return reply.send(bytes)
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)
  if (from > to) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1))
}
