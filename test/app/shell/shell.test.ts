import { setImmediate as yieldToLoop } from 'node:timers/promises'

import t from 'tap'

import { createSafeStorage } from '#app/routing/safe-storage.ts'
import { beginPreloading } from '#app/shell/app-update/begin-preloading.ts'
import { createPreloadQueue } from '#app/shell/app-update/preload-pages.ts'
import { mayReload } from '#app/shell/app-update/reload-once.ts'
import { watchBuilds } from '#app/shell/app-update/watch-builds.ts'
import { forcedTheme, themeOf } from '#app/shell/color-mode/color-mode.ts'
import { createMemoryStorage } from '#test/support/cart-store-scenario.ts'

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

t.test('each path is reloaded at most once in ten seconds', async (t) => {
  let time = 0
  const browser = { storage: createMemoryStorage(), now: () => time }
  t.equal(mayReload('/en/shop', browser), true)
  t.equal(mayReload('/en/shop', browser), false)
  time = 9_999
  t.equal(mayReload('/en/cart', browser), true)
  t.equal(mayReload('/en/shop', browser), false)
  time = 10_000
  t.equal(mayReload('/en/shop', browser), true)
  t.equal(mayReload('/en/cart', browser), false)
})

t.test('a browser without storage is never reloaded, to avoid a loop', async (t) => {
  const forgetful = { get: () => undefined, set: () => undefined, remove: () => undefined }
  t.equal(mayReload('/en/shop', { storage: forgetful, now: () => 0 }), false)
})

t.test('the shopper sees the chosen color mode on any device', async (t) => {
  for (const isSystemDark of [true, false]) {
    t.equal(themeOf('light', undefined, isSystemDark), 'light')
    t.equal(themeOf('dark', undefined, isSystemDark), 'dark')
  }
})

t.test('without a valid choice the shopper sees the color mode of the device', async (t) => {
  for (const chosen of ['system', undefined, null, '', 'DARK', 'sepia']) {
    t.equal(themeOf(chosen, undefined, true), 'dark')
    t.equal(themeOf(chosen, undefined, false), 'light')
  }
})

t.test('a page with a fixed color mode ignores the choice', async (t) => {
  for (const chosen of ['system', 'light', 'dark']) {
    t.equal(themeOf(chosen, 'dark', false), 'dark')
    t.equal(themeOf(chosen, 'light', true), 'light')
  }
})

t.test('a page may fix light or dark; any other value is ignored with a warning that names the page', async (t) => {
  const warnings = t.capture(console, 'warn', () => undefined)
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'light' }, 'pages/gallery'), 'light')
  t.equal(forcedTheme({ layout: 'shop', colorMode: 'dark' }, 'pages/gallery'), 'dark')
  t.equal(forcedTheme({ layout: 'shop' }, 'pages/gallery'), undefined)
  t.equal(forcedTheme(undefined, undefined), undefined)
  t.same(warnings(), [], 'valid pages cause no warning')

  for (const colorMode of ['system', 'sepia', '', null, 1, {}]) {
    t.equal(forcedTheme({ colorMode }, 'pages/gallery'), undefined, JSON.stringify(colorMode))
    const [warning, ...others] = warnings()
    t.match(warning?.args[0], /pages\/gallery/)
    t.same(others, [])
  }
})

t.test('a private window that forbids storage behaves as if it were empty', async (t) => {
  const storage = createSafeStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  t.doesNotThrow(() => storage.set('cart_id', 'cart_1'))
  t.doesNotThrow(() => storage.remove('cart_id'))
  t.equal(storage.get('cart_id'), undefined)
})
