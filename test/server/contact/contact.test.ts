import t from 'tap'

import type { EmailFacts } from '#shared/email/email.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { openMailingServer } from '#test/server/subscriptions/mailing-server.ts'

const { post, submit, rows, queued } = await openMailingServer(t)

const URL = '/api/contact'
const MESSAGE = { name: 'Ada', email: 'ada@shopper.example', message: 'Does it tarnish?', lang: 'en' }
const JOBS = `SELECT data->>'to' AS "to", data->'replyTo' AS "replyTo", data->'letter'->'facts' AS facts
  FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'contact-message' ORDER BY created_on DESC`

interface Job {
  to: string
  replyTo: object
  facts: EmailFacts['contact-message']
}

t.test('a message goes to the operator’s inbox, and a reply goes to the shopper', async (t) => {
  const answer = await post(URL, {
    ...MESSAGE,
    name: ' Ада \n Лавлейс ',
    message: ' Темнеет ли оно?\r\nСпасибо! ',
    order: ' k7qm 4t2x 5 ',
    product: 'round-halo-ring',
    lang: 'ru',
  })
  t.same([answer.status, answer.body], [202, { accepted: true }], 'the response names no address')
  t.same(await queued(), ['contact-message'])
  const [job] = await rows<Job>(JOBS)
  t.match(job, {
    to: SAMPLE_OPERATOR.email,
    replyTo: { name: 'Ада Лавлейс', address: MESSAGE.email },
    facts: {
      name: 'Ада Лавлейс',
      message: 'Темнеет ли оно?\nСпасибо!',
      orderNumber: 'k7qm 4t2x 5',
      product: { title: /^Кольцо\sс\sореолом/, url: /\/ru\/shop\/product\/round-halo-ring$/ },
    },
  })
})

t.test('a message arrives without what it does not need, and about a product that is no longer sold', async (t) => {
  t.equal((await post(URL, { ...MESSAGE, order: null, product: 'sold-no-more' })).status, 202)
  t.equal((await post(URL, { ...MESSAGE, order: '', product: '', website: '' })).status, 202)
  for (const { facts } of (await rows<Job>(JOBS)).slice(0, 2)) t.match(facts, { orderNumber: null, product: null })
})

t.test('a shopper learns of every wrong field at once, in the language of the form', async (t) => {
  const empty = await post(URL, { name: ' ', email: '', message: '\n', lang: 'ru' })
  t.equal(empty.status, 400)
  t.match(empty.body, {
    message: 'Сначала проверьте отмеченные поля.',
    details: { fields: { name: /[А-я]/, email: /[А-я]/, message: /[А-я]/ } },
  })
  const long = {
    name: 'x'.repeat(81),
    email: 'ada@shopper.example\nBcc: b@c.example',
    message: 'x'.repeat(3001),
    order: '1'.repeat(41),
  }
  const refused = await post(URL, { ...MESSAGE, ...long })
  t.same(Object.keys(refused.body.details?.fields ?? {}).toSorted(), ['email', 'message', 'name', 'order'])
  t.equal((await post(URL, { ...MESSAGE, message: `${'x'.repeat(2998)}\r\nx` })).status, 202, 'a line break is one')
  t.same(await queued(), ['contact-message'])
})

t.test('odd characters cannot break the email or the database', async (t) => {
  const odd = { name: 'A\u0001\u202ed\r\nBcc: x', message: 'a\u0001b\u202ec\nd' }
  t.equal((await post(URL, { ...MESSAGE, ...odd })).status, 202)
  const [job] = await rows<Job>(JOBS)
  t.match(job?.facts, { name: 'Ad Bcc: x', message: 'abc\nd' })
})

t.test('a bot that fills in the hidden field gets the usual response, and nothing is sent', async (t) => {
  const answer = await post(URL, { ...MESSAGE, website: 'https://spam.example' })
  t.same([answer.status, answer.body], [202, { accepted: true }])
  t.same(await queued(), [])
})

t.test('a network can send eight messages an hour, and mistakes do not count', async (t) => {
  const from = '203.0.113.77'
  for (let mistake = 0; mistake < 9; mistake += 1) await post(URL, { ...MESSAGE, email: 'ada' }, { from })
  const statuses = []
  for (let nth = 0; nth < 9; nth += 1) statuses.push((await post(URL, MESSAGE, { from })).status)
  t.same(statuses, [...Array<number>(8).fill(202), 429])
  const late = await post(URL, { ...MESSAGE, lang: 'ru' }, { from })
  t.match(late.body.message, /через\s60\sмин\./)
  t.ok(Number(late.headers['retry-after']) > 3500)
  t.equal((await queued()).length, 8)
  t.equal((await post(URL, MESSAGE)).status, 202, 'others can still write')
})

t.test('without JavaScript, a form comes back to the contact page and nowhere else, with what was typed', async (t) => {
  const fields = { name: 'Ада', email: 'ada', message: 'Вопрос', order: '', product: 'round-halo-ring', website: '' }
  const here = '/ru/contact?product=round-halo-ring'
  const refused = await submit(URL, { ...fields, return_to: here })
  t.same([refused.status, refused.headers['location']], [303, here])
  t.match(refused.flash, { fields: { email: /[А-я]/ }, values: { name: 'Ада', email: 'ada', message: 'Вопрос' } })
  const sent = await submit(URL, { ...fields, email: MESSAGE.email, return_to: here })
  t.equal(sent.headers['location'], here)
  t.same(sent.flash, { done: 'asked', message: 'Спасибо. Сообщение отправлено.', values: {} })
  for (const elsewhere of ['https://evil.example', '/ru/shop', '/en/contactless'])
    t.match((await submit(URL, { ...fields, return_to: elsewhere })).headers['location'], /^\/(?:en|ru)\/contact$/)
})
