import type { Page, Route } from 'playwright'
import t from 'tap'

import { goTo, journey, mainText, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused } from '#test/support/keyboard.ts'
import { messageIn } from '#test/support/message.ts'
import { advanceUntil, remembered, stopClock } from '#test/support/popup-visit.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const ADA = 'ada@shopper.example'
const GRACE = 'grace@friend.example'
const SUBSCRIBED = JSON.stringify({ subscribed: true, email: ADA, timestamp: '2026-11-21T00:00:00.000Z' })

const shop = await visitShop(t)

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const chosen = (page: Page) => page.getByRole('tab', { selected: true }).textContent()

function sentBodies(page: Page): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /email-subscribe|drop-a-hint/.test(request.url()))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

journey(
  t,
  'a shopper subscribes in the banner, and half a second later the hint form opens',
  shop.url,
  async (page, t) => {
    await stopClock(page)
    const bodies = sentBodies(page)
    await goTo(page, '/en/newsletter')
    t.equal(await chosen(page), 'Subscribe')
    const join = page.getByRole('button', { name: 'Join the Inner Circle' })
    const email = page.getByRole('tabpanel', { name: 'Subscribe' }).getByRole('textbox', { name: 'Email' })
    t.ok(await join.isDisabled(), 'nothing is typed yet')
    await email.fill('ada@shopper')
    await email.press('Enter')
    await page.getByText('Please enter a valid email address.').waitFor()
    t.ok(await join.isDisabled())
    await email.fill(ADA)
    await join.click()
    await page.getByRole('button', { name: 'Start dropping hints' }).waitFor()
    t.match(await page.getByRole('tabpanel').innerText(), ADA)
    await page.clock.runFor(490)
    t.equal(await chosen(page), 'Subscribe')
    await advanceUntil(page, () => page.getByRole('tabpanel', { name: 'Drop a hint' }).isVisible())
    t.match(await focused(page), 'tab "Drop a hint"')

    await page.getByLabel('Send to').fill('grace')
    await page.getByRole('button', { name: 'Send hint' }).click()
    await page.getByText('Please enter a valid email address for the recipient.').waitFor()
    await page.getByLabel('Send to').fill(GRACE)
    t.equal(await page.getByLabel('A few words from you').getAttribute('rows'), '3', 'a field for a message')
    await page.getByLabel('A few words from you').fill('  ')
    const answer = page.waitForResponse('**/api/drop-a-hint')
    await page.getByRole('button', { name: 'Send hint' }).click()
    await answer
    await page.clock.runFor(490)
    t.equal(await page.getByRole('button', { name: 'Send another' }).count(), 0)
    await advanceUntil(page, () => page.getByRole('button', { name: 'Send another' }).isVisible())
    t.match(await page.getByRole('tabpanel').innerText(), GRACE)
    t.same(bodies, [
      { email: ADA, lang: 'en', site_type: 'jewelry' },
      { sender_email: ADA, sender_name: null, recipient_email: GRACE, message: null, lang: 'en', site_type: 'jewelry' },
    ])
    await page.getByRole('button', { name: 'Send another' }).click()
    t.equal(await page.getByLabel('Send to').inputValue(), '')
    t.equal(await page.getByLabel('A few words from you').inputValue(), '')
  },
)

journey(
  t,
  'an error shows the message of the server, or ours, until another tab is chosen',
  shop.url,
  { expected: [/429/] },
  async (page, t) => {
    await goTo(page, '/en/newsletter')
    const email = page.getByRole('textbox', { name: 'Email' })
    const join = page.getByRole('button', { name: 'Join the Inner Circle' })
    for (const [json, texts] of [
      [{ statusCode: 429, message: 'Not so fast, please.' }, 'Not so fast, please.'],
      [{ error: { message: 'The line is busy.' } }, 'The line is busy.'],
      [{}, 'We couldn’t sign you up. Please try again in a moment.'],
    ] as const) {
      const isOff: boolean[] = []
      const refuse = async (route: Route) => {
        isOff.push(await join.isDisabled())
        await route.fulfill({ status: 429, json })
      }
      await page.route('**/api/email-subscribe', refuse, { times: 1 })
      await email.fill(ADA)
      await join.click()
      await page.getByRole('alert').filter({ hasText: texts }).waitFor()
      t.same([...isOff, await join.isDisabled()], [true, false], 'the form is not sent twice')
    }
    await tab(page, 'Subscribe').press('ArrowRight')
    t.match(await focused(page), 'tab "Drop a hint"')
    t.equal(await page.getByRole('alert').count(), 0)

    const send = page.getByRole('button', { name: 'Send hint' })
    for (const [json, texts] of [
      [{ statusCode: 429, message: 'No more hints today.' }, 'No more hints today.'],
      [{}, 'We couldn’t send your hint. Please try again in a moment.'],
    ] as const) {
      await page.route('**/api/drop-a-hint', (route) => route.fulfill({ status: 429, json }), { times: 1 })
      await page.getByLabel('Send to').fill(GRACE)
      await send.click()
      await page.getByRole('alert').filter({ hasText: texts }).waitFor()
    }
    await page.route('**/api/drop-a-hint', (route) => route.fulfill({ status: 202, json: {} }))
    await send.click()
    await page.getByRole('button', { name: 'Send another' }).click()
    await page.getByLabel('Send to').waitFor()
    t.equal(await page.getByRole('alert').count(), 0, 'the next attempt does not show the old error')
  },
)

journey(t, 'a successful response counts whatever its body contains', shop.url, async (page) => {
  await page.route(/email-subscribe|drop-a-hint/, (route) => route.fulfill({ status: 202, body: '<!doctype html>' }))
  await goTo(page, '/en/newsletter')
  await page.getByRole('textbox', { name: 'Email' }).fill(ADA)
  await page.getByRole('button', { name: 'Join the Inner Circle' }).click()
  await page.getByLabel('Send to').fill(GRACE)
  await page.getByRole('button', { name: 'Send hint' }).click()
  await page.getByRole('button', { name: 'Send another' }).waitFor()
})

t.test('a subscriber sees the hint form first; an invalid stored subscription is logged and deleted', async (t) => {
  for (const [stored, begins] of [
    [SUBSCRIBED, 'Drop a hint'],
    ['{"subscribed":', 'Subscribe'],
  ] as const) {
    await visit(t, shop.url, { expected: [/could not be read/] }, async (page) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.addInitScript((record) => localStorage.setItem('emailSubscription', record), stored)
      await goTo(page, '/en')
      t.equal(await chosen(page), begins)
      t.equal(errors.filter((text) => text.includes('could not be read')).length, begins === 'Subscribe' ? 1 : 0)
      t.equal(await remembered(page, 'emailSubscription'), begins === 'Subscribe' ? null : stored)
    })
  }
})

journey(t, 'a subscription sent before hydration is remembered too', shop.url, async (page, t) => {
  await page.goto('/en/newsletter')
  await page.getByRole('textbox', { name: 'Email' }).fill(`quick-${ADA}`)
  await page.locator('form[action="/api/email-subscribe"]').evaluate((form: HTMLFormElement) => form.submit())
  await page.getByRole('alert').waitFor()
  await until(async () => (await remembered(page, 'emailSubscription'))?.includes(`"quick-${ADA}"`))
  await goTo(page, '/en')
  t.equal(await chosen(page), 'Drop a hint')
})

t.test('a Russian shopper sends a hint about the variant that they look at', async (t) => {
  const { product, variant } = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    const bodies = sentBodies(page)
    await goTo(page, `/ru/shop/product/${product.handle}?${new URLSearchParams(variant.options)}`)
    await page.waitForLoadState('networkidle')
    const title = await page.locator('h1').innerText()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: 'Намекнуть о подарке' }).click()
    const popup = page.getByRole('dialog', { name: 'Намекнуть о подарке' })
    await popup.getByText(title).waitFor()
    t.equal(await popup.getByRole('tab').count(), 0, 'nothing else is offered')
    await popup.getByLabel('Кому намекнуть').fill(GRACE)
    await popup.getByRole('button', { name: 'Скопировать ссылку' }).click()
    await popup.getByText('Ссылка скопирована.').waitFor()
    const copied = await page.evaluate(async () => navigator.clipboard.readText())
    t.equal(copied, page.url(), 'the link leads to this very choice')
    await popup.getByLabel('Ваше имя').fill('Аня')
    await popup.getByLabel('Несколько слов от вас').fill('Мой размер Вы знаете')
    await popup.getByRole('button', { name: 'Отправить намёк' }).click()
    await popup.getByRole('button', { name: 'Намекнуть ещё' }).waitFor()
    t.match(bodies, [
      { sender_email: null, sender_name: 'Аня', message: 'Мой размер Вы знаете', lang: 'ru', variant_id: variant.id },
    ])
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    t.match(await focused(page), 'link "Намекнуть о подарке"')
  })
})

t.test('a shopper without JavaScript sends a hint on a separate page', async (t) => {
  const { product } = await findRing(shop.url)
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`/en/shop/product/${product.handle}`)
    await page.getByRole('link', { name: 'Drop a hint' }).click()
    await page.getByText(product.title).first().waitFor()
    t.notMatch(await mainText(page), /Ring size \d/, 'no size that was not chosen')
    await page.getByLabel('Your name').fill('Grace')
    await page.getByLabel('Send to').fill(`plain-${GRACE}`)
    await page.getByRole('button', { name: 'Send hint' }).click()
    await page.getByRole('alert').waitFor()
    t.match(page.url(), `/en/newsletter?tab=hint&piece=${product.handle}`, 'the product is still shown')
    t.equal(await page.getByLabel('Send to').inputValue(), '', 'what was sent is not asked again')
  })
})

t.test('the images of the banner slide in when they are visible, and do not move with reduced motion', async (t) => {
  for (const [width, near, reducedMotion] of [
    [1440, 1000, 'no-preference'],
    [390, 1400, 'no-preference'],
    [1440, 1000, 'reduce'],
  ] as const) {
    await visit(t, shop.url, { viewport: { width, height: 900 }, reducedMotion }, async (page) => {
      await goTo(page, '/en')
      const banner = page.locator('section', { has: page.getByRole('tablist') })
      const isIn = async (bottom: number) => {
        await banner.evaluate((element, y) => {
          scrollTo({ top: scrollY + element.getBoundingClientRect().bottom - y, behavior: 'instant' })
        }, bottom)
        await page.evaluate(async () => {
          for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
          await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
        })
        const left = await banner
          .locator('img')
          .last()
          .evaluate((image) => image.getBoundingClientRect().left)
        return left < width
      }
      const stands = reducedMotion === 'reduce'
      t.same(
        [await isIn(near + 60), await isIn(near - 40), await isIn(500), await isIn(380)],
        [stands, true, true, stands],
        `${width} px, ${reducedMotion}`,
      )
    })
  }
})

t.test('no link of the shop opens the form of the overlay', async (t) => {
  for (const path of ['/en', '/ru/shop', '/en/newsletter', '/en/blogs']) {
    const html = await (await fetch(shop.url + path)).text()
    t.match(html, 'data-popup="letters"')
    t.notMatch(html, 'data-popup="overlay-email"', path)
  }
})

journey(
  t,
  'the overlay popup opens only on demand and does not subscribe the shopper by itself',
  shop.url,
  { expected: [/500/] },
  async (page, t) => {
    const bodies = sentBodies(page)
    await goTo(page, '/ru/shop')
    await page.waitForLoadState('networkidle')
    // Opened as an operator could, by a link.
    await page.evaluate(() => {
      const link = document.createElement('a')
      Object.assign(link, { href: '/ru/newsletter', textContent: 'Письма' }).dataset['popup'] = 'overlay-email'
      document.querySelector('main')?.prepend(link)
    })
    await page.getByRole('link', { name: 'Письма' }).click()
    const popup = page.getByRole('dialog', { name: messageIn('ru', 'The Inner Circle') })
    await page.route('**/api/email-subscribe', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await popup.getByRole('textbox').fill(ADA)
    await popup.getByRole('button', { name: messageIn('ru', 'Subscribe') }).click()
    await popup
      .getByRole('alert')
      .filter({ hasText: messageIn('ru', 'Something went wrong. Please try again') })
      .waitFor()
    t.equal(await remembered(page, 'subscribedToEmail'), 'false')
    await popup.getByRole('button', { name: messageIn('ru', 'Subscribe') }).click()
    await popup.getByText(messageIn('ru', 'Please check your inbox')).waitFor()
    t.equal(await remembered(page, 'subscribedToEmail'), 'true')
    t.equal(await remembered(page, 'emailSubscription'), null, 'this does not count as a subscription')
    const body = { email: ADA, lang: 'ru' }
    t.same(bodies, [body, body])
  },
)
