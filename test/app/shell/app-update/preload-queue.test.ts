import { setImmediate as yieldToLoop } from 'node:timers/promises'

import t from 'tap'

import { beginPreloading } from '#app/shell/app-update/begin-preloading.ts'
import { createPreloadQueue } from '#app/shell/app-update/preload-pages.ts'
import { watchBuilds } from '#app/shell/app-update/watch-builds.ts'

/** A loader whose files arrive on demand. */
function createSlowLoad() {
  const requested: string[] = []
  const arrivals = new Map<string, () => void>()
  const load = (file: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    requested.push(file)
    arrivals.set(file, resolve)
    return promise
  }
  const arrive = async (...files: string[]) => {
    for (const file of files) arrivals.get(file)?.()
    await yieldToLoop()
  }
  return { requested, load, arrive }
}

t.test('at most four pages are preloaded at a time, and the newest waiting page is next', async (t) => {
  const { requested, load, arrive } = createSlowLoad()
  const queue = createPreloadQueue(load)
  for (const page of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(page, [`${page}1`, `${page}2`])
  t.same(requested, ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'])
  await arrive('b1')
  t.equal(requested.length, 8, 'a page is complete when all of its files are loaded')
  await arrive('b2')
  t.same(requested.slice(8), ['f1', 'f2'], 'the page that was requested last is the most likely one')
  await arrive('a1', 'a2')
  t.same(requested.slice(10), ['e1', 'e2'])
})

t.test('a page is preloaded once, and one without files blocks no other', async (t) => {
  const { requested, load, arrive } = createSlowLoad()
  const queue = createPreloadQueue(load)
  queue.add('a', ['a1'])
  queue.add('a', ['a1'])
  await arrive('a1')
  queue.add('a', ['a1'])
  for (const page of ['b', 'c', 'd', 'e', 'f']) queue.add(page, [])
  await yieldToLoop()
  queue.add('g', ['g1'])
  t.same(requested, ['a1', 'g1'])
})

t.test(
  'a failed request for the build manifest or the latest build is logged at debug level and has no other effect',
  async (t) => {
    t.intercept(globalThis, 'fetch', { value: async () => new Response('', { status: 503 }) })
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document
    t.intercept(globalThis, 'document', { value: page, configurable: true })
    const logged = t.capture(console, 'debug', () => undefined)
    const { signal } = new AbortController()
    await beginPreloading({ build: 'of-today', locale: 'en', findPage: () => undefined, signal })
    const stop = watchBuilds('of-today', () => t.fail('there is no newer build'))
    await yieldToLoop()
    stop()
    t.same(
      logged().map(({ args }) => args[0] as string),
      ['Failed to fetch the build manifest:', 'Failed to fetch the latest build:'],
    )
  },
)
