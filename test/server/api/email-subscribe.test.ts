import t from 'tap'

import { openMailingServer } from '#test/server/api/mailing-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'

const commerce = await startTestCommerce({ name: 'email-subscribe' })
t.teardown(() => commerce.stop())

const URL = '/api/email-subscribe'
const ALL = 'SELECT * FROM subscriptions ORDER BY requested_at'

interface Row {
  email: string
  email_key: string
  site_type: string
  language: string
  consent_text: string
  confirmed_at: Date | null
  unsubscribed_at: Date | null
}

t.test('whoever gives an address is one subscription, not yet confirmed, and gets one letter', async (t) => {
  const { post, rows, queued } = await openMailingServer(t, commerce)
  const answer = await post(URL, { email: ' Ada@Shopper.example ', lang: 'ru', site_type: 'jewelry' })
  t.equal(answer.status, 202)
  t.same(answer.body, { accepted: true })
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(await rows<Row>(ALL), [
    {
      email: 'Ada@Shopper.example',
      email_key: 'ada@shopper.example',
      site_type: 'jewelry',
      language: 'ru',
      consent_text: /^\d{4}-\d{2}/,
      confirmed_at: null,
      unsubscribed_at: null,
    },
  ])
  t.same(await queued(), ['confirm-subscription'])
})

t.test('the same address twice is one subscription and one letter a day, from whichever form', async (t) => {
  const { post, rows, queued } = await openMailingServer(t, commerce)
  const bodies = [
    { email: 'ada@shopper.example', site_type: 'jewelry' },
    { email: 'ADA@shopper.example', lang: 'en' },
    { email: 'ada@Shopper.Example', site_type: null },
  ]
  const answers = await Promise.all(bodies.map((body) => post(URL, body)))
  t.same(
    answers.map(({ status }) => status),
    [202, 202, 202],
  )
  t.equal((await rows(ALL)).length, 1)
  t.same(await queued(), ['confirm-subscription'])

  await rows("UPDATE subscriptions SET asked_at = asked_at - interval '25 hours'")
  await post(URL, { email: 'ada@shopper.example' })
  t.same(await queued(), ['confirm-subscription', 'confirm-subscription'], 'the next day it is asked once more')
})
