import fastify from 'fastify'
import t from 'tap'

import { listProducts } from '#test/server/shop-server.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { readyCart, type CallApi } from '#test/support/ready-cart.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

const commerce = await ownCommerce()
const exports: string[] = []
const collector = fastify()
collector.post('/v1/traces', async ({ body }) => {
  exports.push(JSON.stringify(body))
  return {}
})
t.teardown(() => collector.close())
const shop = startShopProcess(t, {
  env: {
    ...shopEnvironment(commerce, 'tracing'),
    NODE_ENV: 'production',
    PORT: String(commerce.storefrontPort),
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen({ port: 0 }),
    OTEL_BSP_SCHEDULE_DELAY: '100',
  },
})
const url = await shop.ready()

t.test('an operator sees what a page and an order waited for', async (t) => {
  const page = await fetch(`${url}/en/search?q=ring`)
  await page.text()
  const shopper = createHttpShopper()
  const call: CallApi = async (...args) => shopper.call(url, ...args)
  const [variantId = ''] = await listProducts(commerce, 1)
  const cart = await readyCart(call, { variantId, email: 'traced@example.com' })
  t.equal((await call('POST', `/api/carts/${cart.id}/complete`)).status, 200)

  const viewed = await traceOf('GET /en/*')
  t.equal(requestIdOf(viewed), page.headers.get('x-request-id'))
  const rendered = viewed.find(({ name }) => name === 'render /:lang/search')
  t.ok(rendered?.parentSpanId, 'the render of the page')
  const ordered = await traceOf('POST /api/carts/:id/complete')
  const names = ordered.map(({ name }) => name)
  t.ok(names.includes('POST'), 'calls to Medusa')
  t.ok(
    names.some((name) => name.startsWith('pg.query:')),
    'queries of PostgreSQL',
  )
  for (const spans of [viewed, ordered]) {
    t.comment(spans.map(toText).join('\n'))
    await until(() => shop.output().includes(`"trace_id":"${spans[0]?.traceId}"`))
  }
  const sent = await until(() => /^.*"email\.sent".*$/m.exec(shop.output()))
  t.match(JSON.parse(sent[0]), { email: 'order-placed', reqId: requestIdOf(ordered) })
  t.notMatch(exports.join('\n'), /cart_\d|q=ring|traced@/, 'no id of a cart, no search and no address leaves the shop')
})

function requestIdOf([request]: Span[]): string | undefined {
  return request?.attributes.find(({ key }) => key === 'http.request.id')?.value.stringValue
}

async function traceOf(name: string): Promise<Span[]> {
  return until(() => {
    const scopes = exports.flatMap((body) =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans),
    )
    const all = scopes.flatMap(({ spans }) => spans)
    const root = all.find((span) => span.name === name && !span.parentSpanId)
    return root && [root, ...all.filter((span) => span.traceId === root.traceId && span !== root)]
  })
}

function toText({ name, parentSpanId, attributes, ...times }: Span): string {
  const values = attributes.map(({ key, value }) => `${key}=${Object.values(value).join()}`)
  const ms = (Number(times.endTimeUnixNano) - Number(times.startTimeUnixNano)) / 1e6
  return `${parentSpanId ? '  ' : ''}${name} (${ms.toFixed(1)} ms) ${values.join(' ')}`
}
