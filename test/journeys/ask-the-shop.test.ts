import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import t from 'tap'

import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { goTo, journey, mainText, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused } from '#test/support/keyboard.ts'
import { messageIn } from '#test/support/message.ts'
import { prepareShop, shopEnvironment } from '#test/support/open-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { pressAddToCart } from '#test/support/shopper.ts'
import { until } from '#test/support/until.ts'

const ADA = 'ada@shopper.example'

// The most detailed log, which is read at the end.
const commerce = await sharedCommerce()
const env = { ...shopEnvironment(commerce, 'asked'), LOG_LEVEL: 'trace', LOG_FORMAT: 'json' }
prepareShop(commerce, env)
const shop = startShopProcess(t, { env: { ...env, NODE_ENV: 'production' } })
const origin = await shop.ready()

t.test('a shopper asks about a ring from its page, and the operator gets an email to reply to', async (t) => {
  const { product } = await until(() => findRing(origin).catch(() => undefined))
  await visit(t, origin, async (page) => {
    await goTo(page, `/en/shop/product/${product.handle}`)
    await page.getByRole('link', { name: 'Ask about this piece' }).click()
    await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
    await page.getByText('Your question is about').waitFor()
    t.ok(await page.locator('main').getByRole('link', { name: product.title, exact: true }).isVisible())

    await page.getByLabel('Email', { exact: true }).fill('ada')
    await page.getByLabel('Your message').fill('Does it tarnish?\n\nAda <b>L.</b>')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByText('Please check the highlighted fields first.').waitFor()
    t.match(await focused(page), /textbox "Your name"/, 'the first wrong field has the focus')
    t.equal(await page.locator('[aria-invalid]').count(), 2)
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'ada', 'what was typed is kept')

    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email', { exact: true }).fill(ADA)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    t.match(await focused(page), /heading "Thank you"/)
    await page.getByRole('button', { name: 'Write another message' }).click()
    t.equal(await page.getByLabel('Your message').inputValue(), '')
  })

  const email = await emailAbout(/^Question from Ada/)
  t.match(email, {
    to: [{ address: SAMPLE_OPERATOR.email }],
    replyTo: [{ name: 'Ada', address: ADA }],
    subject: `Question from Ada: ${product.title}`,
  })
  t.match(email.text, /> Does it tarnish\?\n>\s*\n> Ada <b>L\.<\/b>/)
  t.match(email.html, 'Does it tarnish?')
  t.notMatch(email.html, '<b>L.', 'what was typed stays text')
  t.match(email.html, `/en/shop/product/${product.handle}`)
  t.notOk(
    email.headers.some(({ key }) => key === 'auto-submitted'),
    'a person wrote it',
  )
})

t.test('a shopper without JavaScript asks in Russian; a mistake costs them nothing', async (t) => {
  const message = Array.from({ length: 50 }, (_, nth) => `Вопрос ${nth}: подойдёт ли кольцо размера ${nth}?`).join('\n')
  await visit(t, origin, { javaScriptEnabled: false }, async (page) => {
    const inRussian = (english: string) => messageIn('ru', english)
    await page.goto('/ru/shop/product/round-halo-ring')
    await page.getByRole('link', { name: inRussian('Ask about this piece') }).click()
    await page.getByLabel(inRussian('Your name')).fill('Ада')
    // The browser takes it for an address, and the shop does not.
    await page.getByLabel(inRussian('Email'), { exact: true }).fill('ada@shopper')
    await page.getByLabel(inRussian('Your message')).fill(message)
    await page.getByRole('button', { name: inRussian('Send message') }).click()
    await page.getByRole('alert').getByText(inRussian('Please check the highlighted fields first.')).waitFor()
    t.match(page.url(), /\/ru\/contact\?product=round-halo-ring$/)
    t.equal(await page.getByLabel(inRussian('Your message')).inputValue(), message, 'a long message is kept')

    await page.getByLabel(inRussian('Email'), { exact: true }).fill(ADA)
    await page.getByRole('button', { name: inRussian('Send message') }).click()
    await page.getByRole('heading', { name: inRussian('Thank you') }).waitFor()
    await page.reload()
    t.equal(await page.getByLabel(inRussian('Your message')).inputValue(), '', 'a reload sends nothing again')
  })
  const email = await emailAbout(/^Вопрос/)
  t.match(email.subject, /^Вопрос: Ада, Кольцо\sс\sореолом/)
  t.match(email.text?.replaceAll('\u00a0', ' '), 'Вопрос 49: подойдёт ли кольцо размера 49?')
})

journey(t, 'the contact page names the company, and cart and checkout lead to it', origin, async (page, t) => {
  const answer = await page.goto('/ru/contact')
  t.equal(answer?.headers()['cache-control'], 'no-store')
  const text = await mainText(page)
  const { company, address, companyNumber, taxNumber, email, phone, hours } = SAMPLE_OPERATOR
  const details = [company, address.street, companyNumber, taxNumber, email, phone, hours?.ru, 'Великобритания']
  for (const detail of details) t.match(text, detail)
  t.equal(await page.getByRole('link', { name: phone ?? '' }).getAttribute('href'), 'tel:+442079460958')
  t.match(await page.locator('footer').innerText(), company)
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as object
  t.match(data, {
    '@type': 'ContactPage',
    mainEntity: { legalName: company, contactPoint: { telephone: phone, email } },
  })

  await goTo(page, '/en/shop/product/round-stud-earrings')
  await pressAddToCart(page)
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'Questions? Ask us' }).waitFor()
  for (const path of ['/en/cart', '/en/checkout']) {
    await goTo(page, path)
    await page.getByRole('link', { name: 'Questions? Ask us' }).waitFor()
  }
  await page.getByRole('link', { name: 'Questions? Ask us' }).click()
  await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
})

t.test('nothing of a message is in the log', async (t) => {
  const body = { name: 'Zebulon', email: 'zebulon@shopper.example', message: 'Quetzalcoatl', order: 'XYLOPHONE' }
  for (const change of [{}, { email: 'zebulon@' }, { surname: 'Zebulon' }]) {
    await fetch(`${origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...change }),
    })
  }
  await emailAbout(/Zebulon/)
  const log = stripVTControlCharacters(shop.output())
  t.match(log, 'email.sent')
  t.notMatch(log, /zebulon|quetzalcoatl|xylophone|ada@|tarnish|подойд/i)
})

async function emailAbout(subject: RegExp): Promise<Email> {
  const folder = join(env.DATA_DIR ?? '', 'outbox')
  return until(async () => {
    const files = (await readdir(folder).catch(() => [])).filter((name) => /^contact-message-.*\.eml$/.test(name))
    const emails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
    return emails.find((email) => subject.test(email.subject ?? ''))
  })
}
