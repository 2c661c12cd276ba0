import { setImmediate as yieldToLoop } from 'node:timers/promises'

import t from 'tap'

import { beginPreloading } from '#app/shell/app-update/begin-preloading.ts'
import { createPreloadQueue } from '#app/shell/app-update/preload-pages.ts'
import { watchBuilds } from '#app/shell/app-update/watch-builds.ts'

/** Files that arrive when they are told to. */
function createSlowLoad() {
  const asked: string[] = []
  const arrivals = new Map<string, () => void>()
  const load = (file: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    asked.push(file)
    arrivals.set(file, resolve)
    return promise
  }
  const arrive = async (...files: string[]) => {
    for (const file of files) arrivals.get(file)?.()
    await yieldToLoop()
  }
  return { asked, load, arrive }
}

t.test('four pages at most are fetched at a time, and of those that wait the newest comes first', async (t) => {
  const { asked, load, arrive } = createSlowLoad()
  const queue = createPreloadQueue(load)
  for (const page of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(page, [`${page}1`, `${page}2`])
  t.same(asked, ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'])
  await arrive('b1')
  t.equal(asked.length, 8, 'a page is there when all of its files are')
  await arrive('b2')
  t.same(asked.slice(8), ['f1', 'f2'], 'the shopper is nearer to what they reached for last')
  await arrive('a1', 'a2')
  t.same(asked.slice(10), ['e1', 'e2'])
})

t.test('a page is fetched once, and one that needs nothing holds nobody up', async (t) => {
  const { asked, load, arrive } = createSlowLoad()
  const queue = createPreloadQueue(load)
  queue.add('a', ['a1'])
  queue.add('a', ['a1'])
  await arrive('a1')
  queue.add('a', ['a1'])
  for (const page of ['b', 'c', 'd', 'e', 'f']) queue.add(page, [])
  await yieldToLoop()
  queue.add('g', ['g1'])
  t.same(asked, ['a1', 'g1'])
})

t.test('what cannot be had of a build is noted for those who look, and nothing else happens', async (t) => {
  t.intercept(globalThis, 'fetch', { value: async () => new Response('', { status: 503 }) })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document
  t.intercept(globalThis, 'document', { value: page, configurable: true })
  const noted = t.capture(console, 'debug', () => undefined)
  const { signal } = new AbortController()
  await beginPreloading({ build: 'of-today', locale: 'en', findPage: () => undefined, signal })
  const stop = watchBuilds('of-today', () => t.fail('there is no newer build'))
  await yieldToLoop()
  stop()
  t.same(
    noted().map(({ args }) => args[0] as string),
    ['Failed to fetch the build manifest:', 'Failed to fetch the latest build:'],
  )
})
