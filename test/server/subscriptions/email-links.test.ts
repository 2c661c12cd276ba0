import fc from 'fast-check'
import t from 'tap'

import { createEmailTokens } from '#server/email/email-tokens.ts'

import { openMailingServer } from './mailing-server.ts'

const { app, post, submit, rows } = await openMailingServer(t)

const BASE = '/api/email-subscribe'
let subscribers = 0
const ALL = 'SELECT * FROM subscriptions'
const MULTIPART = ['--x', 'Content-Disposition: form-data; name="List-Unsubscribe"', '', 'One-Click', '--x--', ''].join(
  '\r\n',
)

t.test('a mail provider unsubscribes with one POST in any form encoding, also repeatedly', async (t) => {
  const encodings = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', MULTIPART],
    ['text/plain', 'List-Unsubscribe=One-Click'],
  ] as const
  for (const [type, body] of encodings) {
    const url = `${BASE}/unsubscribe?lang=en&token=${app.mailing.tokens.sign('preferences', await subscriber())}`
    const headers = {
      'content-type': type,
      accept: '*/*',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    }
    for (const time of ['first', 'second']) {
      const answer = await post(url, body, { headers })
      t.same([answer.status, answer.body], [200, { done: true }], `${type}, the ${time} time`)
    }
    t.match(await rows(ALL), [{ unsubscribed_at: Date }])
  }
})

t.test('a long body that repeats the field name is refused', async (t) => {
  const headers = { 'content-type': 'text/plain' }
  const answer = await post(`${BASE}/unsubscribe?token=x`, 'List-Unsubscribe'.repeat(4000), { headers })
  t.equal(answer.status, 413)
})

t.test('opening the URL of the List-Unsubscribe header changes nothing and redirects to the page', async (t) => {
  const token = app.mailing.tokens.sign('preferences', await subscriber())
  for (const method of ['GET', 'HEAD'] as const) {
    const opened = await app.inject({ method, url: `${BASE}/unsubscribe?lang=ru&token=${token}` })
    t.equal(opened.statusCode, 303)
    t.equal(opened.headers.location, `/ru/newsletter/preferences?token=${token}`)
    t.equal(opened.headers['referrer-policy'], 'no-referrer')
  }
  t.match(await rows(ALL), [{ unsubscribed_at: null }])
})

t.test('an expired link confirms and changes nothing, but still unsubscribes', async (t) => {
  const id = await subscriber()
  const { secret } = app.config
  const old = createEmailTokens(secret, () => Date.now() - 500 * 86_400_000)
  const refused = await post(`${BASE}/preferences`, { token: old.sign('preferences', id), language: 'ru' })
  t.match(refused, { status: 410, body: { message: 'This link no longer works.' } })
  t.equal((await post(`${BASE}/confirm`, { token: old.sign('confirm', id) })).status, 410)
  t.match(await rows(ALL), [{ language: 'en', unsubscribed_at: null }])

  const left = await submit(`${BASE}/unsubscribe?lang=en`, { token: old.sign('preferences', id) })
  t.equal(left.status, 303)
  t.match(await rows(ALL), [{ unsubscribed_at: Date }])
})

t.test('a forged link or a link for another purpose does nothing', async (t) => {
  const id = await subscriber()
  const { tokens } = app.mailing
  for (const token of ['', 'x', tokens.sign('confirm', id), tokens.sign('stop', 'ab')]) {
    t.equal((await post(`${BASE}/preferences`, { token, subscribed: false })).status, 400)
    const oneClick = await post(`${BASE}/unsubscribe?token=${token}`, 'List-Unsubscribe=One-Click', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    t.equal(oneClick.status, 400)
  }
  const form = await submit(`${BASE}/confirm?lang=ru`, { token: 'x' })
  t.match(form, { status: 303, headers: { location: '/ru/newsletter/confirm?token=x' } }, 'the page shows the error')
  t.match(await rows(ALL), [{ unsubscribed_at: null }])
  const gone = tokens.sign('preferences', crypto.randomUUID())
  t.equal((await post(`${BASE}/preferences`, { token: gone, hints: false })).status, 410)
})

t.test('a subscriber changes language, newsletter and hints independently', async (t) => {
  const token = app.mailing.tokens.sign('preferences', await subscriber())
  const change = async (input: object) => t.equal((await post(`${BASE}/preferences`, { token, ...input })).status, 200)
  const [{ email }] = (await rows(ALL)) as [{ email: string }]
  await change({ language: 'ru' })
  t.match(await rows(ALL), [{ language: 'ru', confirmed_at: Date, unsubscribed_at: null }])
  await change({ hints: false })
  t.match(await rows('SELECT * FROM suppression'), [{ reason: 'preferences' }])
  await post('/api/drop-a-hint', { recipient_email: email })
  t.match(await rows('SELECT * FROM hints'), [{ is_sent: false }])
  await change({ hints: true, subscribed: false })
  t.same(await rows('SELECT * FROM suppression'), [])
  t.match(await rows(ALL), [{ unsubscribed_at: Date }])
  await change({ subscribed: true })
  t.match(await rows(ALL), [{ confirmed_at: Date, unsubscribed_at: null }])
})

/** Creates the only subscription, confirmed, of a mailbox that has got no email yet. @returns its id */
async function subscriber(): Promise<string> {
  await rows('TRUNCATE subscriptions')
  await post(BASE, { email: `ada-${(subscribers += 1)}@shopper.example` })
  const [row] = await rows<{ id: string }>(ALL)
  const id = row?.id ?? ''
  await post(`${BASE}/confirm`, { token: app.mailing.tokens.sign('confirm', id) })
  return id
}

const URLS = [
  '/api/email-subscribe',
  '/api/drop-a-hint',
  '/api/email-subscribe/confirm',
  '/api/email-subscribe/preferences',
  '/api/email-subscribe/unsubscribe?token=x',
  '/api/drop-a-hint/stop?token=x',
]
const ANSWERS = [200, 202, 303, 400, 410, 413, 415, 429]

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a@b.co', 'en', 'ru', 'jewelry', 'true', ''))
const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom('variant_1', null))
const NAMES = [
  'email',
  'lang',
  'site_type',
  'website',
  'sender_email',
  'recipient_email',
  'message',
  'variant_id',
  'token',
  'subscribed',
  '__proto__',
  'return_to',
]
const nearly = fc
  .tuple(fc.constantFrom({ email: 'a@b.co' }, { recipient_email: 'a@b.co' }), fc.constantFrom(...NAMES), value)
  .map(([valid, name, other]) => ({ ...valid, [name]: other }))
const address = fc.string({ unit: 'grapheme', minLength: 1 }).map((local) => ({ email: `${local}@b.co` }))
const body = fc.oneof(nearly, address, fc.dictionary(fc.constantFrom(...NAMES), value), fc.jsonValue())
const form = fc.dictionary(fc.constantFrom(...NAMES, 'a.b', 'email[x]'), text)

t.test('random input never causes a server error', async (t) => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...URLS), body, form, async (url, sent, fields) => {
      const called = await post(url, JSON.stringify(sent))
      const submitted = await submit(url, fields)
      for (const { status, text: answer } of [called, submitted]) {
        seen.add(status)
        if (!ANSWERS.includes(status)) throw new Error(`${url} answered ${status}: ${answer}`)
      }
    }),
    { numRuns: 250 },
  )
  t.ok(seen.has(202) && seen.has(303) && seen.has(400), [...seen].join(' '))
})
