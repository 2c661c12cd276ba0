import { createHmac } from 'node:crypto'

import t from 'tap'

import { addressHash, addressKey, orderAddressHash, orderAddressHashes } from '#server/email/email-tokens.ts'

t.test('one mailbox has one key, however its address is typed', async (t) => {
  const ways = [
    [' Ada@Shopper.Example', 'ada@shopper.example'],
    ['анна@ПОЧТА.рф', 'анна@xn--80a1acny.xn--p1ai', 'Анна@почта.рф'],
    // The same email as one sign and as two.
    ['zo\u00eb@shopper.example', 'zoe\u0308@shopper.example'],
  ]
  for (const [first = '', ...others] of ways) {
    const key = addressKey(first)
    t.type(key, 'string')
    for (const other of others) t.equal(addressKey(other), key, other)
  }
  t.not(addressKey('ada+rings@shopper.example'), addressKey('ada@shopper.example'))
  t.equal(addressHash('ada+rings@shopper.example'), addressHash('ada@shopper.example'), 'but one owner')
  t.not(addressHash('+@shopper.example'), addressHash('@shopper.example'))
  t.match(addressHash('ada@shopper.example'), /^[\da-f]{64}$/)
})

t.test(
  'an order is found by its mailbox, however that is typed, and by nobody without the secret of the shop',
  async (t) => {
    const hash = orderAddressHash('one secret', 'ada@shopper.example')
    t.match(hash, /^[\da-f]{64}$/)
    t.equal(orderAddressHash('one secret', ' Ada+rings@Shopper.Example'), hash)
    t.not(orderAddressHash('another secret', 'ada@shopper.example'), hash)
    t.not(orderAddressHash('one secret', 'eve@shopper.example'), hash)
  },
)

t.test('an order that an earlier version noted is found by its mailbox too', async (t) => {
  const earlier = createHmac('sha256', 'one secret')
    .update(`order ${addressHash('ada@shopper.example')}`)
    .digest('hex')
  const [current, ...others] = orderAddressHashes('one secret', 'Ada@shopper.example') ?? []
  t.equal(current, orderAddressHash('one secret', 'ada@shopper.example'))
  t.not(current, earlier, 'new orders are noted with the key of orders')
  t.same(others, [earlier])
})

t.test('what no letter could go to has none', async (t) => {
  for (const wrong of ['', 'ada', 'a@b..c', 'a@exa%mple.co', 'a@-', `a@${'x'.repeat(64)}.co`])
    t.same([addressKey(wrong), orderAddressHash('one secret', wrong)], [undefined, undefined], wrong)
})
