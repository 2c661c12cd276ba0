import fastify, { type FastifyReply } from 'fastify'
import t from 'tap'

import { decoratePage } from '#server/pages/storefront-plugin.ts'

t.test('an address without its language is answered once, and nobody is told of a fault', async (t) => {
  const reported: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void reported.push(line) } } })
  t.teardown(() => app.close())
  app.decorateReply('render', async function render(this: FastifyReply) {
    return { answer: await this.redirect('/en/cart') }
  })
  decoratePage(app)
  app.setNotFoundHandler(async (_request, reply) => reply.page())
  const { statusCode, headers } = await app.inject('/cart')
  t.match({ statusCode, headers }, { statusCode: 302, headers: { location: '/en/cart' } })
  t.same(reported, [])
})
