import type { Locator, Page } from 'playwright'
import t from 'tap'

import { CHECKOUT_STEPS } from '#shared/checkout/checkout-steps.ts'
import { IS_DEVELOPMENT, hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { focused, tabTo } from '#test/support/keyboard.ts'
import { ordersOf } from '#test/support/orders.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { addPromoCode } from '#test/support/shop-changes.ts'
import { checkOut, fillAddress, fillContact, goOn, SHOPPER } from '#test/support/shopper.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const shop = await startOwnShop(t)
const ring = await findRing(shop.url)
await addPromoCode(shop.commerce, 'WELCOME10', 10)

t.test('a shopper goes back through every step and forward again, and all values are kept', async (t) => {
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    await checkOut(page)
    for (const step of CHECKOUT_STEPS.toReversed().slice(1)) {
      await page.goBack()
      await arrive(page, step)
    }
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), SHOPPER.email)
    await page.goForward()
    await arrive(page, 'address')
    t.equal(await of(page, 'city').inputValue(), SHOPPER.City)
    t.equal(await of(page, 'province').inputValue(), 'NY')
    await page.goForward()
    await arrive(page, 'delivery')
    t.equal(await page.getByRole('radio').last().isChecked(), true, 'the way that was chosen')
    await page.goForward()
    await page.goForward()
    await arrive(page, 'review')

    await page.getByRole('link', { name: 'Change contact details' }).click()
    await arrive(page, 'contact')
    await fillContact(page, `new-${SHOPPER.email}`)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await arrive(page, 'review')
    t.match(
      await page.locator('main').innerText(),
      `new-${SHOPPER.email}`,
      'after a change the shopper returns to the last step',
    )
    await page.goto('/en/checkout')
    await arrive(page, 'review')
    t.pass('checkout goes on where it was left')
  })
})

t.test('typed values survive a reload, another step, another language, and another tab', async (t) => {
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    await fillContact(page)
    await goOn(page, 'address')
    await fillAddress(page)
    await page.reload()
    await hydrated(page)
    await expectTyped(page, 'city', SHOPPER.City)
    const billing = page.getByRole('group', { name: 'Billing address' })
    t.equal(await billing.count(), 0, 'an identical billing address is not asked for')
    await page.getByLabel('Billing address is the same').uncheck()
    await billing.getByLabel('City', { exact: true }).waitFor()
    await page.getByLabel('Billing address is the same').check()
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await arrive(page, 'contact')
    await page.goBack()
    await arrive(page, 'address')
    await expectTyped(page, 'city', SHOPPER.City)

    await page.getByRole('link', { name: 'RU, Русский' }).click()
    await page.waitForURL('**/ru/checkout/address')
    await hydrated(page)
    await expectTyped(page, 'city', SHOPPER.City)
    await expectTyped(page, 'province', 'NY')

    const other = await page.context().newPage()
    await other.goto('/en/checkout/address')
    await hydrated(other)
    t.equal(await of(other, 'city').inputValue(), '', 'what is not sent is this tab’s own')
    await fillAddress(other)
    await of(other, 'city').fill('Boston')
    await goOn(other, 'delivery')
    await page.goto('/ru/checkout')
    await page.waitForURL('**/ru/checkout/delivery')
    t.pass('what another tab has sent counts here')
    await page.goto('/ru/checkout/address')
    await hydrated(page)
    await expectTyped(page, 'city', SHOPPER.City)
  })
})

t.test('a shopper who types and presses Continue before a slow page hydrates loses nothing', async (t) => {
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    const scripts = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.getByLabel('Email', { exact: true }).fill('ada@')
    await scripts.release()
    t.match(await focused(page), 'textbox "Email"', 'the field that is typed into stays the same')
    await page.keyboard.type(SHOPPER.email.replace(/^.*@/, ''))

    await scripts.hold()
    await page.reload({ waitUntil: 'commit' })
    await fillContact(page)
    await page.getByRole('button', { name: /^Continue/ }).hover()
    await page.mouse.down()
    await scripts.release()
    await page.mouse.up()
    await arrive(page, 'address')

    await scripts.hold()
    await page.reload({ waitUntil: 'commit' })
    await of(page, 'country_code').selectOption('GB')
    await of(page, 'city').fill('London')
    await page.getByLabel('Billing address is the same').uncheck()
    await scripts.release()
    const address = page.getByRole('group', { name: 'Delivery address' })
    await address.getByLabel('Town or city', { exact: true }).waitFor()
    t.equal(await of(page, 'country_code').inputValue(), 'GB')
    t.equal(await of(page, 'city').inputValue(), 'London')
    t.equal(await page.getByLabel('Billing address is the same').isChecked(), false)

    await page.evaluate(() => sessionStorage.clear())
    await scripts.hold()
    await page.reload({ waitUntil: 'commit' })
    await of(page, 'country_code').selectOption('US')
    await of(page, 'province').fill('New York')
    await scripts.release()
    await address.getByLabel('State', { exact: true }).waitFor()
    t.equal(await of(page, 'province').inputValue(), 'NY', 'a select takes over what was typed into the text field')
  })
})

t.test('a step that cannot be entered yet redirects to the missing one, with a message', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/checkout/payment')
    await page.getByRole('heading', { level: 1, name: 'Your cart is empty' }).waitFor()
    await beginCheckout(page)
    await page.goto('/en/checkout/review')
    await page.waitForURL('**/en/checkout/contact?for=review')
    await page.getByRole('alert').filter({ hasText: 'Please complete “Contact” first' }).waitFor()
    await page.goto('/ru/checkout/payment')
    await page.waitForURL('**/ru/checkout/contact?for=payment')
    await page.getByRole('alert').filter({ hasText: 'Сначала заполните «Контакты»' }).waitFor()
    t.equal((await page.request.get('/en/checkout/nowhere')).status(), 404)
    const answer = await page.request.get('/en/checkout/review', { maxRedirects: 0 })
    t.match([answer.status(), answer.headers()['cache-control']], [302, 'no-store'])
  })
})

t.test('errors are shown beside their fields, in both languages, and the first one has the focus', async (t) => {
  const texts = {
    en: { go: 'Continue', empty: 'Please fill this in.', code: 'Please enter a valid code, such as 95014.' },
    ru: {
      go: 'Перейти',
      empty: 'Заполните это поле.',
      code: 'Укажите правильный индекс, например 95014.',
    },
  }
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    await fillContact(page)
    await goOn(page, 'address')
    for (const locale of ['en', 'ru'] as const) {
      const { go, empty, code } = texts[locale]
      await page.goto(`/${locale}/checkout/address`)
      await hydrated(page)
      await page.getByRole('combobox').first().selectOption('US')
      await of(page, 'postal_code').fill('SW1A 1AA')
      await page.getByRole('button', { name: go }).click()
      await page.locator('main').getByRole('alert').waitFor()
      t.match(await focused(page), locale === 'en' ? 'First name' : 'Имя')
      t.equal(await describedBy(page, 'postal_code'), code)
      t.match(await describedBy(page, 'city'), empty)
      t.equal(await of(page, 'postal_code').inputValue(), 'SW1A 1AA')
    }
  })
})

t.test('the fields of an address are those of its country, and typed values stay', async (t) => {
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    await fillContact(page)
    await goOn(page, 'address')
    await fillAddress(page)
    const address = page.getByRole('group', { name: 'Delivery address' })
    const country = of(page, 'country_code')
    await country.selectOption('JP')
    await address.getByLabel('Prefecture', { exact: true }).selectOption('Tokyo')
    t.equal(await of(page, 'city').count(), 0)
    await country.selectOption('HK')
    await address.getByLabel('Area', { exact: true }).waitFor()
    t.equal(await of(page, 'postal_code').count(), 0, 'no postal code in a country without any')
    await country.selectOption('GB')
    await address.getByLabel('Town or city', { exact: true }).waitFor()
    t.equal(await of(page, 'address_1').inputValue(), SHOPPER.Address)
  })
})

t.test('a visitor from Israel delivers to Britain: the cart changes to pounds once, with a message', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.context().addCookies([{ name: 'user_country', value: 'IL', url: shop.url }])
    await beginCheckout(page)
    const total = page.getByLabel('Total', { exact: true })
    t.match(await total.innerText(), '₪')
    const products = page.getByRole('list', { name: 'Items' })
    const [product = ''] = (await products.innerText()).split('\n')
    let moves = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && (request.postData() ?? '').includes('"GB"')) moves += 1
    })
    await fillContact(page)
    await goOn(page, 'address')
    await fillAddress(page)
    await of(page, 'country_code').selectOption('GB')
    await of(page, 'city').fill('London')
    await of(page, 'postal_code').fill('sw1a 1aa')
    await goOn(page, 'delivery')
    const pounds = await total.innerText()
    t.match(pounds, '£')
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Delivery country: United Kingdom. Prices are now in GBP' })
    t.match(await notice.innerText(), pounds, 'with what is to pay now')
    t.equal(await products.getByRole('listitem').count(), 1)
    t.match(await products.innerText(), product, 'the same product')
    await page.reload()
    await hydrated(page)
    t.equal(await total.innerText(), pounds)
    t.equal(await notice.count(), 0, 'the message is shown once')
    await page.goto('/en/checkout/address')
    await hydrated(page)
    t.equal(await of(page, 'first_name').inputValue(), 'Ada')
    t.equal(await of(page, 'postal_code').inputValue(), 'SW1A 1AA')
    t.equal(moves, 1)
  })
})

t.test(
  'a promotion code on the last step changes the total, so the payment is chosen again; a wrong code is named',
  async (t) => {
    const takeTotal = async (page: Page) => page.getByLabel('Total', { exact: true }).innerText()
    for (const javaScriptEnabled of [true, false]) {
      const body = async (page: Page) => {
        await prepareOrder(page)
        await page.goto('/en/checkout/review')
        if (javaScriptEnabled) await hydrated(page)
        const full = await takeTotal(page)
        const field = page.getByLabel('Code', { exact: true })
        const apply = async (code: string) => {
          if (!(await field.isVisible())) await page.locator('summary').filter({ hasText: 'Promo code' }).click()
          await field.fill(code)
          await page.getByRole('button', { name: 'Apply', exact: true }).click()
        }
        await apply('NOSUCH')
        await page.getByText('We don’t recognise the promo code NOSUCH').waitFor()
        t.equal(await field.getAttribute('aria-invalid'), 'true')
        t.equal(await field.inputValue(), 'NOSUCH', 'nothing typed is lost')
        t.match(page.url(), /\/en\/checkout\/review$/)
        t.equal(await takeTotal(page), full)

        await apply('welcome10')
        await page.waitForURL('**/en/checkout/payment?payment=anew*')
        await page.getByRole('alert').filter({ hasText: 'The total has changed' }).waitFor()
        t.not(await takeTotal(page), full)
        const less = await takeTotal(page)
        await page.getByRole('button', { name: 'Continue to review' }).click()
        await page.waitForURL('**/en/checkout/review')
        await page.getByRole('button', { name: 'Remove WELCOME10' }).waitFor()
        t.equal(await takeTotal(page), less)
      }
      await visit(t, shop.url, body, { javaScriptEnabled, expected: [/status of 400/] })
    }
  },
)

t.test('a shopper with a keyboard goes from the cart to the order', async (t) => {
  const email = `keys-${SHOPPER.email}`
  await visit(t, shop.url, async (page) => {
    await beginCheckout(page)
    const type = async (field: string, text: string) => {
      await tabTo(page, field)
      await page.keyboard.type(text)
    }
    const press = async (button: string, next: string) => {
      await tabTo(page, `button "${button}`)
      await page.keyboard.press('Enter')
      await arrive(page, next)
    }
    await type('textbox "Email', email)
    await press('Continue', 'address')
    await type('combobox "Country', 'United States')
    for (const [field, text] of [
      ['textbox "First name', 'Ada'],
      ['textbox "Last name', 'Lovelace'],
      ['textbox "Address', '12 Engine Street'],
      ['textbox "City', 'New York'],
      ['combobox "State', 'New York'],
      ['textbox "ZIP code', '10001'],
    ] as const)
      await type(field, text)
    await press('Continue', 'delivery')
    await tabTo(page, 'radio')
    await press('Continue', 'payment')
    await press('Continue', 'review')
    await tabTo(page, 'button "Place order')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/order/confirmation')
    await hydrated(page)
    t.equal((await ordersOf(shop.commerce, email)).length, 1)
    t.equal(await page.evaluate(() => sessionStorage.getItem('checkout')), null, 'nothing of it is stored')
  })
})

t.test('no step is wider than the smallest phone at any font size, and nothing moves', async (t) => {
  await visit(
    t,
    shop.url,
    async (page) => {
      await prepareOrder(page)
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const locale of ['en', 'ru']) {
        for (const step of CHECKOUT_STEPS) {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.goto(`/${locale}/checkout/${step}`)
          await hydrated(page)
          await page.evaluate(async () => {
            await document.fonts.ready
            await new Promise((resolve) => requestIdleCallback(resolve))
          })
          const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
          t.same(moved.filter(isSeen), [], `${locale} ${step} has no layout shift`)
          await page.setViewportSize({ width: 320, height: 640 })
          t.ok((await tooWide(page)) <= 0, `${locale} ${step} at 320 px`)
          await page.setViewportSize({ width: 390, height: 844 })
          await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
          t.ok((await tooWide(page)) <= 0, `${locale} ${step} at twice the font size`)
        }
      }
    },
    { viewport: { width: 1280, height: 900 } },
  )
})

/** Opens the first step with a ring in the cart. */
async function beginCheckout(page: Page): Promise<void> {
  const data = { variant_id: ring.variant.id, quantity: 1 }
  const added = await page.request.post('/api/carts/current/line-items', { data })
  if (!added.ok()) throw new Error(`the shop answered ${added.status()}`)
  await page.goto('/en/checkout')
  await arrive(page, 'contact')
}

/** Opens the last step, where only "Place order" is left. */
async function prepareOrder(page: Page): Promise<void> {
  await readyCart(
    async (method, url, data) => {
      const answer = await page.request.fetch(url, { method, ...(data ? { data } : {}) })
      return { status: answer.status(), body: await answer.json() }
    },
    { variantId: ring.variant.id, email: SHOPPER.email },
  )
}

interface HeldScripts {
  /** Blocks scripts from now on. */
  hold: () => Promise<void>
  /** Releases the scripts and waits for hydration. */
  release: () => Promise<void>
}

/** A network on which the scripts of a page arrive late. */
async function holdScripts(page: Page): Promise<HeldScripts> {
  let gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    // The page has been left, so its requests are aborted.
    await route.continue().catch(() => undefined)
  })
  return {
    async hold() {
      gate = Promise.withResolvers()
    },
    async release() {
      gate.resolve()
      await hydrated(page)
    },
  }
}

async function arrive(page: Page, step: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.endsWith(`/checkout/${step}`))
  await hydrated(page)
  await page.locator('main:not([aria-busy]) h1').waitFor()
}

/** A field of the delivery address, whatever its label. */
function of(page: Page, field: string): Locator {
  return page.locator(`[name="shipping_address.${field}"]`)
}

async function expectTyped(page: Page, field: string, text: string): Promise<void> {
  const isThere = ([name, value]: readonly [string, string]) =>
    document.querySelector<HTMLInputElement>(`[name="shipping_address.${name}"]`)?.value === value
  await page.waitForFunction(isThere, [field, text] as const)
}

/**
 * A font that arrives after the first paint moves a line of text by a few pixels: a score below 0.0001 in production,
 * and below 0.001 in development, which serves fonts separately. Chromium counts shifts of three pixels and more.
 */
function isSeen(shift: number): boolean {
  return shift > (IS_DEVELOPMENT ? 0.001 : 0.0001)
}

/** The accessible description of a field. */
async function describedBy(page: Page, field: string): Promise<string> {
  const control = of(page, field)
  if ((await control.getAttribute('aria-invalid')) !== 'true') return ''
  return page.locator(`[id="${await control.getAttribute('aria-describedby')}"]`).innerText()
}

async function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
