import { setImmediate as nextIteration } from 'node:timers/promises'

import t from 'tap'

import {
  createRequestQueue,
  createClientLimit,
  type QueuedRequest,
  type RequestQueueOptions,
} from '#server/http/request-queue.ts'
import { until } from '#test/support/until.ts'

/** A queue, and what became of the requests in it, such as `a1 begins`. */
function openQueue(options: Partial<RequestQueueOptions> = {}) {
  const queue = createRequestQueue({ maxActive: 2, maxWaiting: 16, slotMs: 60_000, ...options })
  const events: string[] = []
  const requests = new Map<string, QueuedRequest>()
  const gone = new Set<string>()
  /** @param name the client's name and a number */
  function add(name: string): void {
    const request: QueuedRequest = {
      client: name.slice(0, 1),
      begin: () => void events.push(`${name} begins`),
      shed: () => void events.push(`${name} is shed`),
      isGone: () => gone.has(name),
    }
    requests.set(name, request)
    queue.add(request)
  }
  function end(name: string): void {
    const request = requests.get(name)
    if (request) queue.release(request)
  }
  return { queue, events, gone, add, end }
}

async function iterations(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await nextIteration()
}

t.test('one request begins in each iteration of the event loop, and only so many are computed at once', async (t) => {
  const { queue, events, add, end } = openQueue()
  for (const name of ['a1', 'a2', 'a3']) add(name)
  t.same(events, ['a1 begins'], 'the first does not wait')
  await iterations(1)
  t.same(events, ['a1 begins', 'a2 begins'])
  await iterations(3)
  t.same([queue.active, queue.waiting], [2, 1], 'there are two slots')
  end('a1')
  await iterations(1)
  t.same(events.at(-1), 'a3 begins')
})

t.test('a shopper waits for one request of a client that sends hundreds, not for all of them', async (t) => {
  const { events, add, end } = openQueue({ maxActive: 1, maxWaiting: 400 })
  for (let request = 0; request < 50; request += 1) add(`a${request}`)
  add('b1')
  end('a0')
  await iterations(1)
  end('a1')
  await iterations(1)
  t.same(events, ['a0 begins', 'a1 begins', 'b1 begins'])
})

t.test('a client that takes its share of the places is refused, and another one still gets a place', async (t) => {
  const { queue, events, add } = openQueue({ maxActive: 1, maxWaiting: 8 })
  for (const name of ['a1', 'a2', 'a3']) add(name)
  add('a4')
  t.same(events, ['a1 begins', 'a4 is shed'])
  for (const name of ['b1', 'c1']) add(name)
  t.equal(queue.waiting, 4)
})

t.test('a request that waits for another server gives its slot to the next one', async (t) => {
  const { events, add } = openQueue({ maxActive: 1, slotMs: 10 })
  add('a1')
  add('a2')
  await iterations(1)
  t.same(events, ['a1 begins'])
  await until(() => events.length > 1)
  t.same(events, ['a1 begins', 'a2 begins'])
})

t.test('a visitor who has left is not served', async (t) => {
  const { queue, events, gone, add, end } = openQueue({ maxActive: 1 })
  for (const name of ['a1', 'a2', 'a3']) add(name)
  gone.add('a2')
  end('a1')
  await iterations(1)
  t.same(events, ['a1 begins', 'a3 begins'])
  t.equal(queue.waiting, 0)
})

t.test('a process that does not keep up lets no request wait, and still computes some', async (t) => {
  const { events, add } = openQueue({ maxActive: 1, isUnderPressure: () => true })
  add('a1')
  add('a2')
  t.same(events, ['a1 begins', 'a2 is shed'])
})

t.test('one client may have a quarter of all unanswered requests, and no few keep another one out', async (t) => {
  const unanswered = createClientLimit(8)
  const clients = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']
  t.same(
    [...clients.slice(0, 2), 'a', ...clients.slice(2)].map((client) => unanswered.add(client)),
    [true, true, false, true, true, true, true, true, true],
  )
  t.same(
    ['e', 'e', 'a'].map((client) => unanswered.add(client)),
    [true, false, false],
    'all places are taken: a client that has none gets one',
  )
  for (const client of [...clients, 'e']) unanswered.remove(client)
  t.equal(unanswered.size, 0)
})
