import { setImmediate as nextTick } from 'node:timers/promises'

import t from 'tap'

import { createYieldToLoop } from '#server/infra/scheduling.ts'

t.test('long work stands back while visitors are served, and goes on however many come', async (t) => {
  const yieldToLoop = createYieldToLoop(1)
  let served = 0
  const over = new AbortController()
  const visitors = (async () => {
    while (!over.signal.aborted) {
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
  over.abort()
  await visitors
  t.ok(
    servedBetween.every((rounds) => rounds > 1 && rounds < 10),
    servedBetween.join(),
  )
})

t.test('where nobody comes the work gives back no more than a moment', async (t) => {
  const yieldToLoop = createYieldToLoop(1)
  hold(2)
  const began = performance.now()
  await yieldToLoop()
  t.ok(performance.now() - began < 50)
})

function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
