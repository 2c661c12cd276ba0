import t from 'tap'

import { goTo, journey, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { linkIn } from '#test/support/email-links.ts'
import { openMailServer, type ReceivedEmail } from '#test/support/mail-server.ts'
import { messageIn } from '#test/support/message.ts'
import { startShop } from '#test/support/test-shop.ts'

const ADA = 'ada@shopper.example'
const ANNA = 'anna@shopper.example'

const mailServer = await openMailServer(t)
const shop = await startShop(t, { env: mailServer.env })
t.beforeEach(async () => shop.app.database.query('TRUNCATE subscriptions, hints, suppression, letters'))

t.test('a shopper confirms by email, is welcomed, and unsubscribes with one POST', async (t) => {
  await visit(t, shop.url, { firstVisit: true }, async (page) => {
    // For a visitor who has closed the launch popup on an earlier visit, the other popup opens after three seconds.
    await page.addInitScript(() => location.protocol !== 'about:' && localStorage.setItem('hasSeenLaunchPopup', 'true'))
    await page.goto('/en')
    const popup = page.getByRole('dialog', { name: 'Become an Insider' })
    await popup.getByRole('textbox', { name: 'Email' }).fill(ADA)
    await popup.getByRole('button', { name: 'Join the Inner Circle' }).click()
    await page.getByRole('dialog', { name: 'Welcome to the Inner Circle' }).waitFor()
    const asked = await mailServer.waitFor(ADA)
    t.match(await stateOf(), { confirmed_at: null, unsubscribed_at: null })

    const link = linkIn(asked, '/newsletter/confirm')
    await goTo(page, link)
    t.match(await stateOf(), { confirmed_at: null }, 'opening the link changes nothing')
    t.match(await page.evaluate(() => document.body.innerText), /a…@shopper\.example/)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'Welcome to the Inner Circle', level: 1 }).waitFor()
    t.match(await stateOf(), { confirmed_at: Date, unsubscribed_at: null })

    const welcome = await mailServer.waitFor(ADA, ({ subject }) => subject !== asked.subject)
    t.match(welcome.subject, /Welcome/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome to the Inner Circle', level: 1 }).waitFor()

    const address = unsubscribeAddressOf(welcome)
    const opened = await page.request.get(address)
    t.match(opened.url(), /\/en\/newsletter\/preferences\?token=/, 'opening the link shows the page')
    t.match(await stateOf(), { unsubscribed_at: null })
    const left = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    t.equal(left.status, 200)
    t.match(await stateOf(), { unsubscribed_at: Date })
    await page.goto(linkIn(welcome, '/newsletter/preferences'))
    await page.getByText('You’re not subscribed.').waitFor()
  })
  t.equal(mailServer.emails(ADA).length, 2, 'two emails in total')
})

journey(
  t,
  'without JavaScript a subscriber changes the language, blocks hints, unsubscribes and subscribes again',
  shop.url,
  { javaScriptEnabled: false },
  async (page, t) => {
    await page.goto('/ru/newsletter')
    await page.getByLabel(messageIn('ru', 'Email'), { exact: true }).fill(ANNA)
    await page.getByRole('button', { name: 'Присоединиться' }).click()
    await page.getByRole('alert').getByText('откройте наше письмо').waitFor()
    await page.goto(linkIn(await mailServer.waitFor(ANNA), '/newsletter/confirm'))
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click()
    await page.getByRole('heading', { name: 'Добро пожаловать в клуб' }).waitFor()
    await page.getByRole('link', { name: 'Настроить рассылку' }).click()

    await page.getByRole('radio', { name: 'English' }).check()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('alert').getByText('Сохранено').waitFor()
    t.match(await stateOf(), { language: 'en' })

    await page.getByRole('button', { name: 'Отключить намёки' }).click()
    await page.getByRole('button', { name: 'Включить намёки' }).waitFor()
    t.equal(await countRows('suppression'), 1)

    await page.getByRole('button', { name: 'Отписаться' }).click()
    await page.getByText('Вы не подписаны на рассылку.').waitFor()
    t.match(await stateOf(), { unsubscribed_at: Date })
    await page.getByRole('button', { name: 'Подписаться снова' }).click()
    await page.getByRole('button', { name: 'Отписаться' }).waitFor()
    t.match(await stateOf(), { confirmed_at: Date, unsubscribed_at: null })
  },
)

t.test('a hint in Russian shows its product, and its recipient stops all hints with one button', async (t) => {
  const to = 'boris@friend.example'
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    await goTo(page, `/ru/shop/product/${product.handle}`)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('link', { name: 'Намекнуть о подарке' }).click()
    const popup = page.getByRole('dialog')
    await popup.getByLabel('Кому намекнуть').fill(to)
    await popup.getByLabel('Несколько слов от вас').fill('Люблю <b>это</b>')
    await popup.getByRole('button', { name: 'Отправить намёк' }).click()

    const email = await mailServer.waitFor(to)
    t.match(email.html, title)
    t.match(email.text, 'Люблю <b>это</b>')
    t.notMatch(email.html, '<b>это</b>', 'what was typed stays text')
    const [hint] = await shop.app.database.query<{ variant_id: string }>('SELECT variant_id FROM hints')
    const hinted = product.variants.find(({ id }) => id === hint?.variant_id)
    const shown = new URL(linkIn(email, `/ru/shop/product/${product.handle}`))
    const { size: _, ...chosen } = hinted?.options ?? {}
    t.same(
      Object.fromEntries(shown.searchParams),
      chosen,
      'its link leads to the metal, and to no size that was not chosen',
    )
    const image = /src="([^"]*_image[^"]*)"/.exec(email.html ?? '')?.[1] ?? ''
    t.equal((await page.request.get(image)).headers()['content-type'], 'image/jpeg')

    await page.goto(linkIn(email, '/hints/stop'))
    t.equal(await countRows('suppression'), 0, 'opening it changes nothing')
    await page.getByRole('button', { name: 'Больше не присылать намёков' }).click()
    await page.getByRole('heading', { name: 'Намёков больше не будет' }).waitFor()
    t.equal(await countRows('suppression'), 1)

    const again = { recipient_email: to, sender_email: null, message: null, lang: 'en' }
    t.equal((await page.request.post('/api/drop-a-hint', { data: again })).status(), 202, 'the sender is not notified')
    t.match(await shop.app.database.query('SELECT is_sent FROM hints ORDER BY dropped_at'), [
      { is_sent: true },
      { is_sent: false },
    ])
  })
  t.equal(mailServer.emails(to).length, 1)
})

async function stateOf(): Promise<object> {
  const rows = await shop.app.database.query('SELECT language, confirmed_at, unsubscribed_at FROM subscriptions')
  if (rows.length !== 1) throw new Error(`${rows.length} subscriptions instead of one`)
  return rows[0] ?? {}
}

async function countRows(table: string): Promise<number> {
  return (await shop.app.database.query(`SELECT 1 FROM ${table}`)).length
}

function unsubscribeAddressOf({ headers }: ReceivedEmail): string {
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return /<(https?:[^>]*)>/.exec(header)?.[1] ?? ''
}
