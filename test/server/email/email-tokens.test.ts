import { createHmac, hkdfSync } from 'node:crypto'

import t from 'tap'

import { loadConfig } from '#server/config.ts'
import { addressHash, addressKey, createEmailTokens, orderAddressHash } from '#server/email/email-tokens.ts'
import { createStatements } from '#server/orders/withdrawals/statements.ts'

const SECRET = 'a secret of thirty-two letters or so'
const ID = '6f1c2d1e-0000-4000-8000-0123456789ab'
const DAY = 86_400_000
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

t.test('a link is valid only for its own purpose, until it expires', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const tokens = createEmailTokens(SECRET, () => now)
  const token = tokens.sign('confirm', ID)
  t.same(tokens.read('confirm', token), { state: 'good', subject: ID })
  t.same(tokens.read('preferences', token), { state: 'damaged' }, 'not for another purpose')
  now += 7 * DAY - 1000
  t.equal(tokens.read('confirm', token).state, 'good')
  now += 2000
  t.same(tokens.read('confirm', token), { state: 'lapsed', subject: ID })
})

t.test('a link that was changed, truncated or signed with another secret is invalid', async (t) => {
  const tokens = createEmailTokens(SECRET)
  const token = tokens.sign('stop', 'ab'.repeat(32))
  for (let at = 0; at < token.length; at += 1) {
    // Several last characters decode to the same bytes, so every character is tried.
    for (const other of DIGITS.replace(token[at] ?? '', '')) {
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      if (tokens.read('stop', changed).state !== 'damaged') t.fail(`changed at ${at} to ${other}`)
    }
  }
  const others = createEmailTokens(`${SECRET}!`).sign('stop', 'ab'.repeat(32))
  for (const wrong of ['', '.', '..', token.slice(0, -1), `${token}x`, others, 'x'.repeat(100_000)])
    t.equal(tokens.read('stop', wrong).state, 'damaged')
})

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

function signedWith(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function keyFor(purpose: string): string {
  return Buffer.from(hkdfSync('sha256', SECRET, '', `lumenite/${purpose}`, 32)).toString('base64url')
}

t.test('an email link is signed only with the key of links', async (t) => {
  const { sign, read } = createEmailTokens(SECRET)
  const [, lapses = '', signature] = sign('stop', ID).split('.')
  const text = `letter stop ${ID} ${lapses}`
  t.equal(signature, signedWith(keyFor('email-links'), text), 'the key of another purpose cannot sign it')
  for (const purpose of ['cookies', 'backend-calls', 'order-emails'])
    t.equal(read('stop', `${ID}.${lapses}.${signedWith(keyFor(purpose), text)}`).state, 'damaged', purpose)
})

t.test('the statement of a withdrawal is signed only with its own key', async (t) => {
  const { sign, read } = createStatements(SECRET)
  const statement = {
    orderId: 'order_1',
    number: 'K7QM-4T2X-5',
    email: null,
    lines: [],
    readAt: new Date().toISOString(),
  }
  const [body = '', signature] = sign(statement).split('.')
  t.equal(signature, signedWith(keyFor('withdrawal-statements'), `withdrawal ${body}`))
  t.equal(read(`${body}.${signedWith(keyFor('email-links'), `withdrawal ${body}`)}`), undefined)
})

t.test('an operator cannot share SECRET itself with the backend', async (t) => {
  t.throws(() => loadConfig({ SECRET, BACKEND_SIGNING_KEY: SECRET }), { name: 'ConfigError', message: /another one/ })
  t.match(loadConfig({ SECRET, BACKEND_SIGNING_KEY: `${SECRET}!` }), { backendSigningKey: `${SECRET}!` })
})
