import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { awake, visit } from '#test/support/browser.ts'
import { openPostOffice, type ReceivedLetter } from '#test/support/post-office.ts'
import { startShop, type TestShop } from '#test/support/test-shop.ts'

const MAIL_FROM = 'Lumenite <letters@shop.test>'
const ADA = 'ada@shopper.example'

t.test('a shopper joins by the letter that arrives, is welcomed, and leaves with one POST', async (t) => {
  const { shop, office } = await openShopWithPost(t)
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    t.equal((await subscribe(page, { email: ADA, lang: 'en', site_type: 'jewelry' })).status(), 202)
    const asked = await office.waitFor(ADA)
    t.match(await stateOf(shop), { confirmed_at: null, unsubscribed_at: null })

    const link = linkIn(asked, '/newsletter/confirm')
    await page.goto(link)
    await awake(page)
    t.match(await stateOf(shop), { confirmed_at: null }, 'whoever only opens the link has said nothing yet')
    t.match(await page.evaluate(() => document.body.innerText), /a…@shopper\.example/)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'Welcome to the Inner Circle', level: 1 }).waitFor()
    t.match(await stateOf(shop), { confirmed_at: Date, unsubscribed_at: null })

    const welcome = await office.waitFor(ADA, ({ subject }) => subject !== asked.subject)
    t.match(welcome.subject, /Welcome/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome to the Inner Circle', level: 1 }).waitFor()

    const address = unsubscribeAddressOf(welcome)
    const opened = await page.request.get(address)
    t.match(opened.url(), /\/en\/newsletter\/preferences\?token=/, 'a person who opens it is shown the page')
    t.match(await stateOf(shop), { unsubscribed_at: null })
    const left = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    t.equal(left.status, 200)
    t.match(await stateOf(shop), { unsubscribed_at: Date })
    await page.goto(linkIn(welcome, '/newsletter/preferences'))
    await page.getByText('No letters come to you now.').waitFor()
  })
  t.equal(office.letters(ADA).length, 2, 'two letters in all')
})

t.test('without JavaScript a subscriber changes the language, wants no hints, leaves and comes back', async (t) => {
  const { shop, office } = await openShopWithPost(t)
  await visit(
    t,
    shop.url,
    async (page) => {
      await page.goto('/ru')
      await subscribe(page, { email: ADA, lang: 'ru' })
      await page.goto(linkIn(await office.waitFor(ADA), '/newsletter/confirm'))
      await page.getByRole('button', { name: 'Подтвердить адрес' }).click()
      await page.getByRole('heading', { name: 'Добро пожаловать в круг своих' }).waitFor()
      await page.getByRole('link', { name: 'Выбрать, что присылать' }).click()

      await page.getByRole('radio', { name: 'English' }).check()
      await page.getByRole('button', { name: 'Сохранить' }).click()
      await page.getByRole('alert').getByText('Сохранено').waitFor()
      t.match(await stateOf(shop), { language: 'en' })

      await page.getByRole('button', { name: 'Не присылать мне намёков' }).click()
      await page.getByRole('button', { name: 'Снова разрешить намёки' }).waitFor()
      t.equal(await countRows(shop, 'suppression'), 1)

      await page.getByRole('button', { name: 'Отписаться' }).click()
      await page.getByText('Сейчас мы ничего Вам не пишем.').waitFor()
      t.match(await stateOf(shop), { unsubscribed_at: Date })
      await page.getByRole('button', { name: 'Подписаться снова' }).click()
      await page.getByRole('button', { name: 'Отписаться' }).waitFor()
      t.match(await stateOf(shop), { confirmed_at: Date, unsubscribed_at: null })
    },
    { javaScriptEnabled: false },
  )
})

t.test('a hint in Russian shows its piece, and whoever gets it ends all hints with one button', async (t) => {
  const { shop, office } = await openShopWithPost(t)
  const to = 'boris@friend.example'
  await visit(t, shop.url, async (page) => {
    await page.goto('/ru')
    const answer = await page.request.get('/api/products/all?lang=ru&limit=1')
    const { products } = (await answer.json()) as {
      products: { title: string; handle: string; variants: { id: string; options: Record<string, string> }[] }[]
    }
    const [piece] = products
    const variant = piece?.variants.at(-1)
    const hint = {
      sender_email: ADA,
      recipient_email: to,
      message: 'Люблю <b>это</b>',
      variant_id: variant?.id,
      lang: 'ru',
    }
    t.equal((await page.request.post('/api/drop-a-hint', { data: hint })).status(), 202)

    const letter = await office.waitFor(to)
    t.match(letter.html, piece?.title)
    t.match(letter.text, 'Люблю <b>это</b>')
    t.notMatch(letter.html, '<b>это</b>', 'what was typed stays text')
    const shown = linkIn(letter, `/shop/product/${piece?.handle}`)
    t.match(Object.fromEntries(new URL(shown).searchParams), variant?.options, 'its link leads to the variant')
    const picture = /src="([^"]*_image[^"]*)"/.exec(letter.html ?? '')?.[1] ?? ''
    t.equal((await page.request.get(picture)).headers()['content-type'], 'image/jpeg')

    await page.goto(linkIn(letter, '/hints/stop'))
    t.equal(await countRows(shop, 'suppression'), 0, 'opening it changes nothing')
    await page.getByRole('button', { name: 'Не присылать мне намёков' }).click()
    await page.getByRole('heading', { name: 'Намёков больше не будет' }).waitFor()
    t.equal(await countRows(shop, 'suppression'), 1)

    const again = { recipient_email: to, sender_email: null, message: null, lang: 'en' }
    t.equal((await page.request.post('/api/drop-a-hint', { data: again })).status(), 202, 'who hints is not told')
    t.match(await shop.app.database.query('SELECT is_sent FROM hints ORDER BY dropped_at'), [
      { is_sent: true },
      { is_sent: false },
    ])
  })
  t.equal(office.letters(to).length, 1)
})

t.test('what a letter leads to is nobody else’s business', async (t) => {
  const { shop } = await openShopWithPost(t)
  const { tokens } = shop.app.mailing
  const paths = [
    `/en/newsletter/confirm?token=${tokens.sign('confirm', crypto.randomUUID())}`,
    '/ru/newsletter/preferences?token=broken',
    '/en/hints/stop',
  ]
  for (const path of paths) {
    const { status, headers } = await fetch(shop.url + path)
    t.equal(status, 200, path)
    t.equal(headers.get('cache-control'), 'no-store')
    t.equal(headers.get('x-robots-tag'), 'noindex')
    t.equal(headers.get('referrer-policy'), 'no-referrer')
  }
})

async function openShopWithPost(t: Test) {
  const office = await openPostOffice(t)
  const shop = await startShop(t, { env: { SMTP_URL: office.url, MAIL_FROM } })
  await shop.app.database.query('TRUNCATE subscriptions, hints, suppression, letters')
  return { shop, office }
}

function subscribe(page: Page, body: object) {
  return page.request.post('/api/email-subscribe', { data: body })
}

async function stateOf({ app }: TestShop): Promise<object> {
  const rows = await app.database.query('SELECT language, confirmed_at, unsubscribed_at FROM subscriptions')
  if (rows.length !== 1) throw new Error(`${rows.length} subscriptions instead of one`)
  return rows[0] ?? {}
}

async function countRows({ app }: TestShop, table: string): Promise<number> {
  return (await app.database.query(`SELECT 1 FROM ${table}`)).length
}

/** The first link of a letter that leads to such a page. */
function linkIn({ html = '' }: ReceivedLetter, path: string): string {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const found = links.find((href) => href.includes(path))
  if (!found) throw new Error(`no link to ${path} among ${links.join(' ')}`)
  return found
}

function unsubscribeAddressOf({ headers }: ReceivedLetter): string {
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return /<(https?:[^>]*)>/.exec(header)?.[1] ?? ''
}
