import t from 'tap'

import { createSafeStorage } from '#app/routing/safe-storage.ts'

t.test('a private window that forbids storage behaves as if it were empty', async (t) => {
  const storage = createSafeStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  t.doesNotThrow(() => storage.set('cart_id', 'cart_1'))
  t.doesNotThrow(() => storage.remove('cart_id'))
  t.equal(storage.get('cart_id'), undefined)
})

t.test('a key that was never set is absent, not null', async (t) => {
  const empty = { getItem: () => null } as unknown as Storage
  t.equal(createSafeStorage(() => empty).get('cart_id'), undefined)
})
