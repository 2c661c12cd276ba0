import { setImmediate as nextTick } from 'node:timers/promises'

import t from 'tap'

import { createYieldToLoop } from '#server/infra/scheduling.ts'

t.test('long work yields to requests, and continues even if there are always more', async (t) => {
  const yieldToLoop = createYieldToLoop(1)
  let served = 0
  const stopping = new AbortController()
  const requests = (async () => {
    while (!stopping.signal.aborted) {
      hold(1)
      served += 1
      await nextTick()
    }
  })()
  const servedBetween: number[] = []
  for (let step = 0; step < 5; step += 1) {
    hold(2)
    const before = served
    await yieldToLoop()
    servedBetween.push(served - before)
  }
  stopping.abort()
  await requests
  t.ok(
    servedBetween.every((rounds) => rounds > 1 && rounds < 10),
    servedBetween.join(),
  )
})

t.test('without requests the work yields for one tick', async (t) => {
  let now = 0
  const clock = t.intercept(performance, 'now', { value: () => now })
  const yieldToLoop = createYieldToLoop(1)
  now = 2
  let ticks = 0
  const counting = (async () => {
    for (; ticks < 3; ticks += 1) await nextTick()
  })()
  await yieldToLoop()
  clock.restore()
  t.equal(ticks, 1)
  await counting
})

function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
