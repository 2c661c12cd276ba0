import t from 'tap'

import { BackendError } from '#server/medusa/backend-error.ts'
import { createBackend, type Backend, type BackendOptions } from '#server/medusa/http.ts'
import { until } from '#test/support/until.ts'

import { FAULT_CASES, LONGEST_MS, runFaultCase, type FaultCase } from './fault-table.ts'
import { answerJson, refusedUrl, startFaultyServer, type FaultyServer } from './faulty-server.ts'

interface Closing {
  teardown(close: () => unknown): void
}

async function backendOn(test: Closing, options: Partial<BackendOptions> = {}): Promise<[Backend, FaultyServer]> {
  const server = await startFaultyServer()
  const backend = createBackend({ baseUrl: server.url, publishableKey: 'pk_test', ...options })
  test.teardown(() => Promise.all([backend.close(), server.close()]))
  return [backend, server]
}

const failure = (call: Promise<unknown>): Promise<BackendError> =>
  call.then(
    () => {
      throw new Error('the call should have failed')
    },
    (error: unknown) => {
      if (error instanceof BackendError) return error
      throw error
    },
  )

/** Only a refusal, or a call that was never sent, surely changed nothing. */
const mayHaveWorked = ({ status, type, code }: FaultCase['expected']): boolean =>
  status === undefined ? code !== 'ECONNREFUSED' : status >= 500 || type === 'invalid_body'

for (const faultCase of FAULT_CASES) {
  t.test(
    `${faultCase.name}: a read is tried ${faultCase.readAttempts} times, a write once, in bounded time`,
    async (t) => {
      for (const kind of ['read', 'write'] as const) {
        const row = await runFaultCase(faultCase, kind)
        const attempts = kind === 'read' ? faultCase.readAttempts : 1
        t.equal(row.attempts, attempts, `${kind}: attempts`)
        t.ok(row.ms < LONGEST_MS, `${kind}: ${row.ms} ms`)
        if (kind === 'read' && faultCase.passes) t.equal(row.error, undefined, 'a read succeeds at the second attempt')
        else t.match(row.error, faultCase.expected, `${kind}: error fields`)
        if (row.error) t.equal(row.error.mayHaveWorked, mayHaveWorked(faultCase.expected), `${kind}: may have worked`)
      }
    },
  )
}

t.test('a write is sent once, whatever its method', async (t) => {
  const [backend, server] = await backendOn(t)
  server.answer(answerJson(503, { message: 'busy' }))
  for (const [method, write] of [
    ['POST', () => backend.store.cart.update('cart_1', {})],
    ['DELETE', () => backend.store.cart.deleteLineItem('cart_1', 'cali_1')],
  ] as const) {
    server.seen.length = 0
    t.match(await failure(write()), { status: 503 }, method)
    t.equal(server.seen.length, 1, method)
  }
})

t.test("a read is retried only after the backend's Retry-After", async (t) => {
  const [backend, server] = await backendOn(t)
  server.answer((request, response, attempt) =>
    (attempt === 1 ? answerJson(503, {}, { 'retry-after': '1' }) : answerJson(200, { regions: [] }))(
      request,
      response,
      attempt,
    ),
  )
  const started = performance.now()
  await backend.store.region.list()
  t.ok(performance.now() - started >= 990)
})

t.test('an aborted request ends its call, which is not retried', async (t) => {
  const [backend, server] = await backendOn(t)
  server.answer(() => {})
  const visitor = new AbortController()
  const call = failure(backend.storeWith({ signal: visitor.signal }).region.list())
  await until(() => server.seen.length === 1)
  visitor.abort()
  t.match(await call, { type: 'aborted', status: undefined })
  t.equal(server.seen.length, 1)
  t.equal(backend.state().status, 'unknown', 'it says nothing about the backend')
})

t.test(
  'after repeated faults the circuit opens, one call probes the backend, and the circuit closes again',
  async (t) => {
    const [backend, server] = await backendOn(t, { circuit: { threshold: 3, halfOpenAfterMs: 200 } })
    server.answer(answerJson(500, { message: 'broken' }))
    for (const _ of [1, 2, 3]) await failure(backend.store.cart.create({}))
    t.match(backend.state(), { status: 'down', circuit: 'open' })

    const error = await failure(backend.store.region.list())
    t.match(error, { type: 'circuit_open', status: undefined })
    t.ok(error.isUnavailable)
    t.equal(server.seen.length, 3, 'nothing more reached the backend')

    const held: (() => void)[] = []
    server.answer((request, response, attempt) =>
      held.push(() => answerJson(200, { regions: [] })(request, response, attempt)),
    )
    let probe: Promise<unknown> = Promise.resolve()
    await until(() => {
      if (backend.state().circuit === 'open') probe = backend.store.region.list().catch(() => undefined)
      return held.length === 1
    })
    t.equal(backend.state().circuit, 'half-open')
    t.match(
      await failure(backend.store.region.list()),
      { type: 'circuit_open' },
      'the others do not wait for the probe',
    )
    held[0]?.()
    await probe
    t.match(backend.state(), { status: 'up', circuit: 'closed' })
  },
)

t.test('refusals never open the circuit', async (t) => {
  const [backend, server] = await backendOn(t, { circuit: { threshold: 2 } })
  server.answer(answerJson(404, { message: 'no such cart', type: 'not_found' }))
  for (const _ of [1, 2, 3, 4]) await failure(backend.store.cart.retrieve('cart_1'))
  t.match(backend.state(), { status: 'up', circuit: 'closed' })
})

t.test('the state shows since when the backend is down', async (t) => {
  const backend = createBackend({ baseUrl: await refusedUrl(), publishableKey: 'pk_test' })
  t.teardown(() => backend.close())
  t.same(backend.state(), { status: 'unknown', since: null, circuit: 'closed' })
  await failure(backend.store.region.list())
  t.match(backend.state(), { status: 'down', since: /^\d{4}-/ })
})
