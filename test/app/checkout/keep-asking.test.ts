import t from 'tap'

import { keepAsking, PAUSES_MS, type Answer, type End } from '#app/checkout/confirming/keep-asking.ts'

/** Someone who asks, a shop that answers as told, and a clock that is moved by hand. */
function scene(...answers: Answer[]) {
  const waits: { ms: number; action: () => void; isOff: boolean }[] = []
  const ends: End[] = []
  let asked = 0
  const asking = keepAsking({
    ask: async () => {
      asked += 1
      return answers.shift() ?? { kind: 'unknown' }
    },
    after: (ms, action) => {
      const wait = { ms, action, isOff: false }
      waits.push(wait)
      return () => {
        wait.isOff = true
      }
    },
    onAsking: () => {},
    onEnd: (end) => ends.push(end),
  })
  const settle = async () => new Promise<void>((resolve) => void setImmediate(resolve))
  return {
    asking,
    ends,
    waits,
    settle,
    asked: () => asked,
    async pass() {
      waits.at(-1)?.action()
      await settle()
    },
  }
}

t.test('asks until there is an order, each time after a longer pause, and never again', async (t) => {
  const { asking, ends, waits, pass, settle, asked } = scene(
    { kind: 'unknown' },
    { kind: 'unknown' },
    { kind: 'placed' },
  )
  asking.now()
  await settle()
  await pass()
  await pass()
  t.same(ends, [{ kind: 'placed' }])
  t.same(
    waits.map(({ ms }) => ms),
    PAUSES_MS.slice(0, 2),
  )
  asking.now()
  await settle()
  t.equal(asked(), 3)
})

t.test('goes where a refusal leads', async (t) => {
  const { asking, ends, settle } = scene({ kind: 'refused', page: '/en/checkout/payment' })
  asking.now()
  await settle()
  t.same(ends, [{ kind: 'refused', page: '/en/checkout/payment' }])
})

t.test('waits as long as it is told to, and never longer than a minute otherwise', async (t) => {
  const { asking, waits, pass, settle } = scene({ kind: 'unknown', waitMs: 90_000 })
  asking.now()
  await settle()
  t.equal(waits[0]?.ms, 90_000)
  for (let tries = 0; tries < 12; tries += 1) await pass()
  t.equal(waits.at(-1)?.ms, 60_000)
})

t.test('a shopper who does not want to wait asks at once, but not twice at a time', async (t) => {
  const { asking, waits, settle, asked } = scene()
  asking.now()
  asking.now()
  await settle()
  t.equal(asked(), 1)
  asking.now()
  t.equal(waits[0]?.isOff, true, 'the pause is called off')
  await settle()
  t.equal(asked(), 2)
})

t.test('a page that is left asks no more', async (t) => {
  const { asking, waits, ends, settle } = scene({ kind: 'placed' })
  asking.now()
  asking.stop()
  await settle()
  t.same([ends, waits], [[], []])
})
