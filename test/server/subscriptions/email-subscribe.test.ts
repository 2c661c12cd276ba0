import t from 'tap'

import { forgetOldMailings } from '#server/subscriptions/mailing.ts'

import { openMailingServer } from './mailing-server.ts'

const { app, post, submit, rows, queued } = await openMailingServer(t)

const URL = '/api/email-subscribe'
/** Three tests use up what this mailbox may get in a day. */
const ADA = 'ada@shopper.example'
const ALL = 'SELECT * FROM subscriptions ORDER BY requested_at'

interface Row {
  id: string
  language: string
  confirmed_at: Date | null
  unsubscribed_at: Date | null
}

t.test('a new address becomes one unconfirmed subscription and gets one email', async (t) => {
  const answer = await post(URL, { email: ' Ada@Shopper.example ', lang: 'ru', site_type: 'jewelry' })
  t.equal(answer.status, 202)
  t.same(answer.body, { accepted: true })
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(await rows<Row>(ALL), [
    {
      email: 'Ada@Shopper.example',
      email_key: ADA,
      site_type: 'jewelry',
      language: 'ru',
      consent_text: /^\d{4}-\d{2}/,
      confirmed_at: null,
      unsubscribed_at: null,
    },
  ])
  t.same(await queued(), ['confirm-subscription'])
})

t.test('the same address from several forms is one subscription and gets one email a day', async (t) => {
  const bodies = [
    { email: ADA, site_type: 'jewelry' },
    { email: 'ADA@shopper.example', lang: 'en' },
    { email: 'ada@Shopper.Example', site_type: null },
  ]
  const answers = await Promise.all(bodies.map((body) => post(URL, body)))
  t.same(
    answers.map(({ status, body }) => [status, body]),
    bodies.map(() => [202, { accepted: true }]),
  )
  t.equal((await rows(ALL)).length, 1)
  t.same(await queued(), ['confirm-subscription'])

  await rows("UPDATE subscriptions SET asked_at = asked_at - interval '25 hours'")
  await post(URL, { email: ADA })
  t.same(
    await queued(),
    ['confirm-subscription', 'confirm-subscription'],
    'the next day the confirmation is sent again',
  )
})

t.test(
  'a confirmed address gets no new confirmation, an unsubscribed one does, and the response is the same',
  async (t) => {
    const { tokens } = app.mailing
    await post(URL, { email: ADA })
    const [{ id, language } = { id: '', language: '' }] = await rows<Row>(ALL)
    t.equal(language, 'en', 'without a language the email is in English')
    const yes = await post(`${URL}/confirm`, { token: tokens.sign('confirm', id) })
    t.same([yes.status, yes.body], [200, { done: true }])
    t.same((await post(URL, { email: ADA })).body, { accepted: true })
    await rows("UPDATE subscriptions SET asked_at = asked_at - interval '25 hours'")
    t.same((await post(URL, { email: ADA })).body, { accepted: true })
    t.same(await queued(), ['confirm-subscription', 'welcome'])
    await post(`${URL}/confirm`, { token: tokens.sign('confirm', id) })
    t.equal((await queued()).length, 2, 'the welcome email is sent once')

    await post(`${URL}/preferences`, { token: tokens.sign('preferences', id), subscribed: false })
    t.match(await rows<Row>(ALL), [{ confirmed_at: Date, unsubscribed_at: Date }])
    await post(`${URL}/confirm`, { token: tokens.sign('confirm', id) })
    t.match(await rows<Row>(ALL), [{ unsubscribed_at: Date }], 'an old confirmation email does not resubscribe')

    t.same((await post(URL, { email: ADA, lang: 'ru' })).body, { accepted: true })
    t.match(await rows<Row>(ALL), [{ id, language: 'ru', confirmed_at: null, unsubscribed_at: null }])
    t.equal((await queued()).at(-1), 'confirm-subscription', 'the confirmation is sent again at once')
  },
)

t.test('an invalid address is refused in the language of the form, and nothing is stored', async (t) => {
  for (const email of ['', 'ada', 'a@b..c', 'a@b.co\r\nBcc: c@d.ef', 'a@exa%mple.co']) {
    const { status, body } = await post(URL, { email, lang: 'ru' })
    t.equal(status, 400, JSON.stringify(email))
    t.match(body.message, /адрес/)
    t.match(body.details, { fields: { email: /адрес/ } })
  }
  t.same(await rows(ALL), [])
  t.equal((await post(URL, { email: 'анна@почта.рф' })).status, 202)
  await post(URL, { email: 'анна@ПОЧТА.рф' })
  t.match(
    await rows(ALL),
    [{ email_key: 'анна@xn--80a1acny.xn--p1ai' }],
    'both spellings of the domain are one address',
  )
})

t.test('an invalid body is refused with the name of the field', async (t) => {
  const broken: [body: object, field: string][] = [
    [{}, 'email'],
    [{ email: 7 }, 'email'],
    [{ email: null }, 'email'],
    [{ email: ADA, lang: 'de' }, 'lang'],
    [{ email: ADA, site_type: 'books' }, 'site_type'],
    [{ email: ADA, utm: 'x' }, 'utm'],
  ]
  for (const [body, field] of broken) {
    const answer = await post(URL, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(answer.body.message, field)
  }
  t.equal((await post(URL, '{')).status, 400)
  t.equal((await post(URL, { email: 'x'.repeat(70_000) })).status, 413)
})

t.test('a bot that fills in the honeypot gets the usual response, and nothing happens', async (t) => {
  t.same((await post(URL, { email: ADA, website: 'https://spam.example' })).body, { accepted: true })
  t.equal((await submit(URL, { email: ADA, website: 'x' })).status, 303)
  t.same([await rows(ALL), await queued()], [[], []])
})

t.test(
  'of 200 requests from one visitor ten are accepted, the others get Retry-After, and one email is sent',
  async (t) => {
    const from = '203.0.113.7'
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post(URL, { email: 'often@shopper.example', lang: 'ru' }, { from })),
    )
    const [accepted, limited] = [202, 429].map((status) => answers.filter((answer) => answer.status === status))
    t.equal(accepted?.length, 10)
    t.equal(limited?.length, 190)
    t.ok(limited?.every(({ headers }) => Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60))
    t.match(limited?.[0]?.body.message, /Слишком много/)
    t.same(await queued(), ['confirm-subscription'])
    t.equal((await post(URL, { email: 'eva@shopper.example' })).status, 202, 'other visitors are not limited')
  },
)

t.test('a mailbox gets five unconfirmed emails a day from all forms, and the visitor learns nothing', async (t) => {
  const spelling = (nth: number) => `${nth % 2 ? 'a.da' : 'ada'}+${nth}@gmail.com`
  for (let nth = 0; nth < 4; nth += 1) t.equal((await post(URL, { email: spelling(nth) })).status, 202)
  await post('/api/account/sign-in-link', { email: spelling(4) })
  const known = await queued()
  t.equal(known.length, 5)
  const answers = [
    await post(URL, { email: spelling(5) }),
    await post('/api/account/sign-in-link', { email: spelling(6) }),
    await post('/api/account/register', { email: spelling(7) }),
    await post('/api/drop-a-hint', { recipient_email: spelling(8) }),
  ]
  t.same(
    answers.map(({ status }) => status),
    [202, 202, 202, 202],
  )
  t.same(answers[1]?.body, (await post('/api/account/sign-in-link', { email: 'new@shopper.example' })).body)
  t.same(await queued(), [...known, 'account-link'])
  t.match(await submit(URL, { email: spelling(9) }), { status: 303, flash: { message: /tomorrow/ } })
})

t.test('a form without JavaScript returns to the newsletter page and keeps the typed values', async (t) => {
  const good = await submit(URL, { email: 'olga@shopper.example', lang: 'ru', website: '', return_to: '/ru/shop' })
  t.match(good, { status: 303, headers: { location: '/ru/newsletter' } })
  t.match(good.flash, { done: 'subscribed', message: /письмо/, values: { email: 'olga@shopper.example' } })
  t.match(await rows(ALL), [{ language: 'ru' }])

  const bad = await submit(URL, { email: 'ada', lang: 'ru' })
  t.match(bad, { status: 303, headers: { location: '/ru/newsletter' } })
  t.match(bad.flash, { message: /адрес/, fields: { email: /адрес/ }, values: { email: 'ada' } })
  t.notOk(bad.flash?.['done'])
})

t.test('ended and unconfirmed subscriptions are deleted after 90 days', async (t) => {
  const add = async (email: string, columns: string) =>
    rows(
      `INSERT INTO subscriptions (email, email_key, site_type, language, consent_text, requested_at, confirmed_at, unsubscribed_at)
       SELECT $1, $1, 'jewelry', 'en', '1', ${columns}`,
      [email],
    )
  const old = "now() - interval '91 days'"
  await add('never confirmed', `${old}, NULL, NULL`)
  await add('left long ago', `${old}, ${old}, ${old}`)
  await add('reads us', `${old}, ${old}, NULL`)
  await add('has just left', `${old}, ${old}, now()`)
  await add('was just asked', 'now(), NULL, NULL')
  await forgetOldMailings(app.mailing)
  t.same(
    (await rows<{ email: string }>('SELECT email FROM subscriptions ORDER BY email')).map(({ email }) => email),
    ['has just left', 'reads us', 'was just asked'],
  )
})

t.test('thirty networks do not shut the forms for a visitor who has not used them', async (t) => {
  const flood = async (path: string, body: (nth: number) => object, times: number) => {
    const networks = Array.from({ length: 30 }, (_, net) => `198.51.100.${net}`)
    for (let nth = 0; nth < times; nth += 1)
      await Promise.all(networks.map(async (from, net) => post(path, body(nth * 30 + net), { from })))
  }
  await flood(URL, (nth) => ({ email: `crowd${nth}@shopper.example` }), 11)
  t.equal((await post(URL, { email: 'honest@shopper.example' }, { from: '198.51.100.1' })).status, 429)
  t.equal((await post(URL, { email: 'honest@shopper.example' })).status, 202)
  t.equal((await post('/api/drop-a-hint', { recipient_email: 'friend@shopper.example' })).status, 202)
  const message = { name: 'Ada', email: 'ada@shopper.example', message: 'Where is my ring?' }
  await flood('/api/contact', () => message, 5)
  t.equal((await post('/api/contact', message, { from: '198.51.100.1' })).status, 429)
  t.equal((await post('/api/contact', message)).status, 202)
})
