import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import fastify from 'fastify'
import t from 'tap'

import { logOptions } from '#server/http/request-log.ts'

t.test('an operator reads in the log what was asked for, and no key that opens anything', async (t) => {
  const stream = new PassThrough()
  const app = fastify({ logger: { ...logOptions('info'), stream } })
  app.get('/*', async () => 'a page')
  await app.inject('/ru/newsletter/preferences?from=letter&token=abc.def.ghi&x=1')
  await app.inject('/en?preview=a-secret')
  await app.inject('/api/_content/query?previewToken=another&_params=1')
  await app.close()
  stream.end()

  const log = await text(stream)
  t.match(log, '/ru/newsletter/preferences?from=letter&token=…&x=1')
  t.match(log, '/en?preview=…"')
  t.match(log, 'previewToken=…&_params=1')
  t.notMatch(log, /abc\.def|a-secret|another/)
  t.match(log, '"statusCode":200')
})

t.test('no line of the log names a cart, an order, a person or a whole network address', async (t) => {
  const stream = new PassThrough()
  const app = fastify({ trustProxy: true, logger: { ...logOptions('info'), stream } })
  const cartId = 'cart_01JABCDEFGHJKMNPQRSTVWXYZ0'
  const orderId = 'order_01JZYXWVTSRQPNMKJHGFEDCBA9'
  app.post('/*', async (request) => {
    const error = new Error(`Cart ${cartId} of ada.lovelace@shopper.example has the order ${orderId}`)
    request.log.error(
      { err: error, cartId, order: orderId, session: 'payses_01JABCDEFGHJKMNPQRSTVWXYZ0' },
      error.message,
    )
    request.log.warn({ variantId: 'variant_01JABCDEFGHJKMNPQRSTVWXYZ0' }, 'order_placed is the name of an event')
    return 'done'
  })
  for (const remoteAddress of ['203.0.113.77', '2001:db8:1:2:3:4:5:6', '::ffff:198.51.100.9']) {
    await app.inject({
      method: 'POST',
      url: `/api/carts/${cartId}/line-items?email=ada%40shopper.example`,
      remoteAddress,
    })
  }
  const cpuOf = (log: () => void): number => {
    const begun = process.threadCpuUsage()
    log()
    return process.threadCpuUsage(begun).user
  }
  const short = cpuOf(() => {
    for (let line = 0; line < 300; line += 1) app.log.info(`${'a+b'.repeat(100)}@`)
  })
  const long = cpuOf(() => app.log.info(`${'a+b'.repeat(30_000)}@`))
  t.ok(long < 10 * short, `one long line takes ${long} µs, and 300 lines that are together as long ${short} µs`)
  await app.close()
  stream.end()

  const log = await text(stream)
  t.match(log, '"url":"/api/carts/cart_…/line-items?email=…@…"')
  t.match(log, '"order":"order_…"')
  t.match(log, 'variant_01JABCDEFGHJKMNPQRSTVWXYZ0', 'what everybody can see is named')
  t.match(log, 'order_placed is the name of an event')
  t.match(log, '"remoteAddress":"203.0.113.0/24"')
  t.match(log, '"remoteAddress":"2001:db8:1:2::/64"')
  t.match(log, '"remoteAddress":"198.51.100.0/24"')
  t.notMatch(log, /_01J(?!ABCDEFGHJKMNPQRSTVWXYZ0","msg)|lovelace|ada|203\.0\.113\.77|3:4:5:6|198\.51\.100\.9/)
})
