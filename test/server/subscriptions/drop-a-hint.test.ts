import t from 'tap'

import { addressHash } from '#server/email/email-tokens.ts'
import { HttpError } from '#server/http/http-error.ts'
import { toHintMessage } from '#server/subscriptions/drop-hint.ts'
import type { EmailFacts } from '#shared/email/email.ts'
import type { Product } from '#shared/product/product.ts'

import { openMailingServer } from './mailing-server.ts'

const { app, post, submit, rows, queued } = await openMailingServer(t)

const URL = '/api/drop-a-hint'
const ADA = 'ada@shopper.example'
const ALL = 'SELECT * FROM hints ORDER BY dropped_at'
const HINT = { sender_email: ADA, recipient_email: '', message: null, lang: 'ru', site_type: 'jewelry' }
let tests = 0
/** A mailbox that has got no email yet. */
let BORIS = ''
t.beforeEach(() => {
  BORIS = `boris-${(tests += 1)}@friend.example`
  HINT.recipient_email = BORIS
})

t.test('a hint is stored with all its fields and sends one email', async (t) => {
  const variant = (await firstProduct()).variants[0]
  const answer = await post(URL, { ...HINT, message: ' Смотри\r\nкакое ', variant_id: variant?.id })
  t.same([answer.status, answer.body], [202, { accepted: true }])
  t.match(await rows(ALL), [
    { sender: ADA, recipient: BORIS, message: 'Смотри\nкакое', language: 'ru', variant_id: variant?.id, is_sent: true },
  ])
  t.same(await queued(), ['gift-hint'])
})

t.test('a hint is signed with the given name and names only a chosen size', async (t) => {
  const variant = (await firstProduct()).variants.find(({ options }) => options['size'])
  const about = { variant_id: variant?.id, sender_name: ' Аня  О’Нил ' }
  await post(URL, { ...HINT, ...about, any_size: true })
  await post(URL, { ...HINT, ...about, recipient_email: `other-${BORIS}` })
  const jobs = await rows<{ facts: EmailFacts['gift-hint'] }>(
    `SELECT data->'letter'->'facts' AS facts FROM storefront_jobs.job
       WHERE data->'letter'->>'name' = 'gift-hint' ORDER BY created_on DESC LIMIT 2`,
  )
  const emails = jobs.map(({ facts }) => facts)
  t.same([...new Set(emails.map(({ senderName }) => senderName))], ['Аня О’Нил'])
  const sized = emails.filter(({ piece: product }) => product?.options.some(({ title }) => /размер/i.test(title)))
  t.equal(sized.length, 1, 'one of the emails names a size')
  t.equal(emails.filter(({ piece: product }) => product?.url.includes('size=')).length, 1)
})

t.test('a sender may leave out their address and the message', async (t) => {
  t.equal((await post(URL, { recipient_email: BORIS })).status, 202)
  t.equal((await post(URL, { ...HINT, sender_email: '', message: '' })).status, 202)
  t.match(await rows(ALL), [{ sender: null, message: null, language: 'en', variant_id: null }])
})

t.test('the same hint twice within a day counts once; another product or sender counts separately', async (t) => {
  const variant = (await firstProduct()).variants[0]
  const hints = [HINT, HINT, { ...HINT, sender_email: 'ADA@shopper.example' }, { ...HINT, variant_id: variant?.id }]
  await Promise.all(hints.map((hint) => post(URL, hint)))
  t.equal((await rows(ALL)).length, 2)
  await rows("UPDATE hints SET dropped_at = dropped_at - interval '25 hours'")
  await post(URL, HINT)
  t.equal((await rows(ALL)).length, 3)
})

t.test('a recipient gets at most three hints a day, even from concurrent senders', async (t) => {
  const senders = Array.from({ length: 12 }, (_, index) => `friend-${index}@shopper.example`)
  const answers = await Promise.all(senders.map((sender) => post(URL, { ...HINT, sender_email: sender })))
  t.equal(answers.filter(({ status }) => status === 202).length, 3)
  const late = answers.find(({ status }) => status === 429)
  t.match(late?.body, { message: /намёков/, details: { fields: { recipient_email: /намёков/ } } })
  t.ok(Number(late?.headers['retry-after']) > 86_000)
  t.equal((await queued()).length, 3)
  t.equal((await post(URL, { ...HINT, recipient_email: 'clara@friend.example' })).status, 202)

  await rows("UPDATE hints SET dropped_at = dropped_at - interval '25 hours'")
  t.equal((await post(URL, HINT)).status, 202, 'the next day hints are accepted again')
})

t.test('an address with a plus suffix shares the limit and the opt-out of its mailbox', async (t) => {
  const answers = []
  for (const suffix of ['', '+a', '+b', '+c']) {
    const input = {
      ...HINT,
      sender_email: `ada${suffix}@shopper.example`,
      recipient_email: `boris${suffix}@friend.example`,
    }
    answers.push((await post(URL, input)).status)
  }
  t.same(answers, [202, 202, 202, 429])
  t.equal((await queued()).length, 3)

  await rows('TRUNCATE hints')
  await rows('INSERT INTO suppression (address_hash, reason) VALUES ($1, $2)', [
    addressHash('boris@friend.example'),
    'hint',
  ])
  await post(URL, { ...HINT, recipient_email: 'boris+rings@friend.example' })
  t.match(await rows(ALL), [{ is_sent: false }])
})

t.test('a visitor can send hints to at most thirty people a day', async (t) => {
  const from = '203.0.113.9'
  const statuses: number[] = []
  const startedAt = Date.now()
  for (let friend = 0; friend < 32; friend += 1) {
    // Stays below the limit of ten a minute.
    t.intercept(Date, 'now', { value: () => startedAt + friend * 7000 })
    statuses.push((await post(URL, { ...HINT, recipient_email: `friend-${friend}@shopper.example` }, { from })).status)
  }
  t.equal(statuses.filter((status) => status === 202).length, 30)
})

t.test('a recipient who opted out gets no hints, and the sender gets the usual response', async (t) => {
  await post(URL, HINT)
  const [row] = await rows<{ recipient_hash: string }>(ALL)
  const stop = `${URL}/stop?lang=ru&token=${app.mailing.tokens.sign('stop', row?.recipient_hash ?? '')}`

  const opened = await app.inject({ method: 'GET', url: stop })
  t.equal(opened.statusCode, 303)
  t.match(opened.headers.location, /^\/ru\/hints\/stop\?token=/)
  t.same(await rows('SELECT * FROM suppression'), [], 'opening the page does not opt out')

  const stopped = await post(stop, 'List-Unsubscribe=One-Click', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  })
  t.same([stopped.status, stopped.body], [200, { done: true }])
  t.match(await rows('SELECT * FROM suppression'), [{ address_hash: row?.recipient_hash, reason: 'hint' }])

  const again = await post(URL, { ...HINT, recipient_email: BORIS.toUpperCase(), sender_email: null })
  t.same([again.status, again.body], [202, { accepted: true }])
  t.same(await queued(), ['gift-hint'])
  t.match(await rows(ALL), [{ is_sent: true }, { is_sent: false }])
})

t.test('an invalid hint is refused next to the field, in the language of the form', async (t) => {
  const wrong: [body: object, field: string][] = [
    [{ recipient_email: 'boris' }, 'recipient_email'],
    [{ recipient_email: 'a@b.co\nBcc: c@d.ef' }, 'recipient_email'],
    [{ sender_email: 'ada' }, 'sender_email'],
    [{ sender_email: 'evil.example/win@b.co' }, 'sender_email'],
    [{ sender_name: 'Ada evil.example' }, 'sender_name'],
    [{ sender_name: 'a@b.co' }, 'sender_name'],
    [{ sender_name: 'Ада'.repeat(20) }, 'sender_name'],
    [{ message: 'x'.repeat(501) }, 'message'],
    [{ message: 'https://evil.example/win' }, 'message'],
    [{ variant_id: 'variant_01NOSUCHPIECE' }, 'variant_id'],
  ]
  for (const [change, field] of wrong) {
    const { status, body } = await post(URL, { ...HINT, ...change })
    t.equal(status, 400, JSON.stringify(change))
    t.match(body.details?.fields?.[field], /[а-яё]{3}/, field)
  }
  for (const change of [
    { variant_id: 'prod_1' },
    { variant_id: "variant_'; --" },
    { recipient_email: null },
    { to: ADA },
  ]) {
    const { status, body } = await post(URL, { ...HINT, ...change })
    t.equal(status, 400)
    t.match(body.message, Object.keys(change)[0])
  }
  t.same(await rows(ALL), [])
})

t.test('a form without JavaScript returns to its tab and keeps the typed values', async (t) => {
  const fields = { recipient_email: BORIS, sender_email: '', message: '', variant_id: '', website: '', lang: 'ru' }
  const good = await submit(URL, fields)
  t.match(good, { status: 303, headers: { location: '/ru/newsletter?tab=hint' } })
  t.match(good.flash, { done: 'hinted', values: { recipient_email: BORIS } })
  t.match(await rows(ALL), [{ sender: null, message: null }])

  const bad = await submit(URL, { ...fields, recipient_email: 'boris', message: 'Смотри' })
  t.match(bad, { status: 303, headers: { location: '/ru/newsletter?tab=hint' } })
  t.match(bad.flash, { fields: { recipient_email: /адрес/ }, values: { message: 'Смотри' } })

  const about = '/ru/newsletter?tab=hint&piece=aurora&variant=variant_1'
  for (const [returnTo, leadsTo] of [
    [about, about],
    ['/ru/shop', '/ru/newsletter?tab=hint'],
    ['https://evil.example/ru/newsletter?x', '/ru/newsletter?tab=hint'],
  ] as const) {
    const { headers } = await submit(URL, { ...fields, recipient_email: '', return_to: returnTo })
    t.equal(headers['location'], leadsTo, 'only a return to the form itself is followed')
  }
})

async function firstProduct(): Promise<Product> {
  const answer = await app.inject('/api/products/all?limit=1')
  const [product] = answer.json<{ products: Product[] }>().products
  if (!product) throw new Error('the sample shop has no product')
  return product
}

t.test('the message of a hint keeps its text and line breaks but no invisible characters', async (t) => {
  t.equal(toHintMessage('  Это кольцо!\r\nПомнишь?\r\rДа \u202e\u0007\u0000'), 'Это кольцо!\nПомнишь?\n\nДа')
  t.equal(toHintMessage('a\n\n\n\n\nb'), 'a\n\nb')
  t.equal(toHintMessage('for the two of us 👩‍❤️‍👨'), 'for the two of us 👩‍❤️‍👨')
  t.equal(
    toHintMessage('as on shop.example, or so'),
    'as on shop.example, or so',
    'a host name without a path is allowed',
  )
  for (const empty of [null, undefined, '', ' \n ', '\u0000']) t.equal(toHintMessage(empty), null)
  t.equal(toHintMessage('x'.repeat(500))?.length, 500)
})

t.test('a message that is too long or mostly a link is refused with a reason', async (t) => {
  const wrong = [
    'x'.repeat(501),
    'https://evil.example/win?a=1',
    'look: http://evil.example/win',
    'www.evil.example',
    'win evil.example/prize now',
    'HTTPS://EVIL.EXAMPLE',
    'https://evil.example/a https://evil.example/b or so',
  ]
  for (const text of wrong) {
    t.throws(() => toHintMessage(text), HttpError, text)
  }
})
