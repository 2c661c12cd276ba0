import t from 'tap'

import { addressHash, addressKey, orderAddressHash } from '#server/email/email-tokens.ts'

t.test('different spellings of an address have the same key', async (t) => {
  const spellings = [
    [' Ada@Shopper.Example', 'ada@shopper.example'],
    ['анна@ПОЧТА.рф', 'анна@xn--80a1acny.xn--p1ai', 'Анна@почта.рф'],
    // The same letter as one code point and as two.
    ['zo\u00eb@shopper.example', 'zoe\u0308@shopper.example'],
  ]
  for (const [first = '', ...others] of spellings) {
    const key = addressKey(first)
    t.type(key, 'string')
    for (const other of others) t.equal(addressKey(other), key, other)
  }
  t.not(addressKey('ada+rings@shopper.example'), addressKey('ada@shopper.example'))
  t.equal(addressHash('ada+rings@shopper.example'), addressHash('ada@shopper.example'), 'but the same hash')
  t.equal(addressHash('a.d.a+rings@googlemail.com'), addressHash('ada@gmail.com'), 'nor do the dots of Gmail count')
  t.not(addressHash('a.da@shopper.example'), addressHash('ada@shopper.example'))
  t.not(addressHash('+@shopper.example'), addressHash('@shopper.example'))
  t.match(addressHash('ada@shopper.example'), /^[\da-f]{64}$/)
})

t.test('the hash of an order’s mailbox ignores spelling and depends on the shop’s secret', async (t) => {
  const hash = orderAddressHash('one secret', 'ada@shopper.example')
  t.match(hash, /^[\da-f]{64}$/)
  t.equal(orderAddressHash('one secret', ' Ada+rings@Shopper.Example'), hash)
  t.not(orderAddressHash('another secret', 'ada@shopper.example'), hash)
  t.not(orderAddressHash('one secret', 'eve@shopper.example'), hash)
})

t.test('an address that cannot receive email has no key and no hash', async (t) => {
  for (const wrong of ['', 'ada', 'a@b..c', 'a@exa%mple.co', 'a@-', `a@${'x'.repeat(64)}.co`])
    t.same([addressKey(wrong), orderAddressHash('one secret', wrong)], [undefined, undefined], wrong)
})
