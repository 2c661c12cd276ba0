import t from 'tap'

import { pollOrder, PAUSES_MS, type Outcome, type FinalOutcome } from '#app/checkout/confirming/poll-order.ts'

/** A poll with prepared outcomes and a manual clock. */
function startPoll(...outcomes: Outcome[]) {
  const waits: { ms: number; action: () => void; isOff: boolean }[] = []
  const ends: FinalOutcome[] = []
  let attempts = 0
  const poll = pollOrder({
    complete: async () => {
      attempts += 1
      return outcomes.shift() ?? { kind: 'unknown' }
    },
    after: (ms, action) => {
      const wait = { ms, action, isOff: false }
      waits.push(wait)
      return () => {
        wait.isOff = true
      }
    },
    onRequest: () => {},
    onEnd: (end) => ends.push(end),
  })
  const settle = async () => new Promise<void>((resolve) => void setImmediate(resolve))
  return {
    poll,
    ends,
    waits,
    settle,
    attempts: () => attempts,
    async pass() {
      waits.at(-1)?.action()
      await settle()
    },
  }
}

t.test('polls with growing pauses until the order exists, and then stops', async (t) => {
  const { poll, ends, waits, pass, settle, attempts } = startPoll(
    { kind: 'unknown' },
    { kind: 'unknown' },
    { kind: 'placed' },
  )
  poll.now()
  await settle()
  await pass()
  await pass()
  t.same(ends, [{ kind: 'placed' }])
  t.same(
    waits.map(({ ms }) => ms),
    PAUSES_MS.slice(0, 2),
  )
  poll.now()
  await settle()
  t.equal(attempts(), 3)
})

t.test('a rejection leads to the page on which the shopper can fix it', async (t) => {
  const { poll, ends, settle } = startPoll({ kind: 'refused', page: '/en/checkout/payment' })
  poll.now()
  await settle()
  t.same(ends, [{ kind: 'refused', page: '/en/checkout/payment' }])
})

t.test('waits as long as the server asks, and at most a minute otherwise', async (t) => {
  const { poll, waits, pass, settle } = startPoll({ kind: 'unknown', waitMs: 90_000 })
  poll.now()
  await settle()
  t.equal(waits[0]?.ms, 90_000)
  for (let tries = 0; tries < 12; tries += 1) await pass()
  t.equal(waits.at(-1)?.ms, 60_000)
})

t.test('the shopper can retry at once, but only one request runs at a time', async (t) => {
  const { poll, waits, settle, attempts } = startPoll()
  poll.now()
  poll.now()
  await settle()
  t.equal(attempts(), 1)
  poll.now()
  t.equal(waits[0]?.isOff, true, 'the pause is canceled')
  await settle()
  t.equal(attempts(), 2)
})

t.test('polling stops when the shopper leaves the page', async (t) => {
  const { poll, waits, ends, settle } = startPoll({ kind: 'placed' })
  poll.now()
  poll.stop()
  await settle()
  t.same([ends, waits], [[], []])
})
