import t from 'tap'

import { mayReload } from '#app/shell/app-update/reload-once.ts'
import { createMemoryStorage } from '#test/support/cart-store-scenario.ts'

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
