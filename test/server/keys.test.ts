import { createHmac, hkdfSync } from 'node:crypto'

import t from 'tap'

import { loadConfig } from '#server/config.ts'
import { createEmailTokens } from '#server/email/email-tokens.ts'
import { createStatements } from '#server/orders/withdrawals/statements.ts'

const SECRET = 'a secret of thirty-two letters or so'
const ID = '6f1c2d1e-0000-4000-8000-0123456789ab'

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
