import fc from 'fast-check'
import t from 'tap'

import { openMailingServer } from './mailing-server.ts'

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
/** A valid body except for one field. */
const nearly = fc
  .tuple(fc.constantFrom({ email: 'a@b.co' }, { recipient_email: 'a@b.co' }), fc.constantFrom(...NAMES), value)
  .map(([valid, name, other]) => ({ ...valid, [name]: other }))
const address = fc.string({ unit: 'grapheme', minLength: 1 }).map((local) => ({ email: `${local}@b.co` }))
const body = fc.oneof(nearly, address, fc.dictionary(fc.constantFrom(...NAMES), value), fc.jsonValue())
const form = fc.dictionary(fc.constantFrom(...NAMES, 'a.b', 'email[x]'), text)

t.test('random input never causes a server error', async (t) => {
  const { post, submit } = await openMailingServer(t)
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
