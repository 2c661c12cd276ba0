import type { Locator, Page } from 'playwright'
import t from 'tap'

import { goTo, hydrated, journey, mainText, reload, visit } from '#test/support/browser.ts'
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

journey(t, 'a shopper goes back and forward again, and all values are kept', shop.url, async (page, t) => {
  await beginCheckout(page)
  t.ok((await page.locator('input:not([hidden])[required], select[required]').count()) <= 8, 'few required fields')
  await checkOut(page)
  await page.goBack()
  await arrive(page, 'details')
  t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), SHOPPER.email)
  t.equal(await of(page, 'city').inputValue(), SHOPPER.City)
  t.equal(await of(page, 'province').inputValue(), 'NY')
  t.equal(await page.getByRole('radio').last().isChecked(), true, 'the delivery method that was chosen')
  await page.goForward()
  await arrive(page, 'payment')

  for (const [part, field] of [
    ['contact details', 'email'],
    ['delivery address', 'shipping_address.city'],
    ['delivery method', 'option_id'],
  ] as const) {
    await page.getByRole('link', { name: `Change ${part}` }).click()
    await arrive(page, 'details')
    await page.waitForFunction(inSight, field)
    await page.goBack()
    await arrive(page, 'payment')
  }
  await page.getByRole('link', { name: 'Change contact details' }).click()
  await arrive(page, 'details')
  await fillContact(page, `new-${SHOPPER.email}`)
  await goOn(page)
  t.match(await mainText(page), `new-${SHOPPER.email}`)
  await page.goto('/en/checkout')
  await arrive(page, 'payment')
  t.pass('checkout goes on where it was left')
})

journey(t, 'the delivery methods and the tax follow the address while it is typed', shop.url, async (page, t) => {
  await beginCheckout(page)
  const methods = page.getByRole('group', { name: 'Delivery method' })
  await of(page, 'country_code').selectOption('GB')
  await methods.getByText('£').first().waitFor()
  const notice = page.getByRole('alert').filter({ hasText: 'Prices are now in GBP' })
  await notice.waitFor()
  await of(page, 'country_code').selectOption('US')
  await methods.getByText('$').first().waitFor()
  await fillAddress(page)
  await of(page, 'province').selectOption({ label: 'California' })
  await of(page, 'postal_code').fill('94105')
  await page.getByLabel('Email', { exact: true }).focus()
  await page.getByLabel('Tax', { exact: true }).getByText('$').waitFor()
  t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), '', 'before the form is sent')
  t.equal(new URL(page.url()).pathname, '/en/checkout/details')
})

journey(
  t,
  'typed values survive a reload, another page, another language, and another tab',
  shop.url,
  async (page, t) => {
    await beginCheckout(page)
    await fillContact(page)
    await fillAddress(page)
    await reload(page)
    await expectTyped(page, 'city', SHOPPER.City)
    const billing = page.getByRole('group', { name: 'Billing address' })
    t.equal(await billing.count(), 0, 'an identical billing address is not asked for')
    await page.getByLabel('Billing address is the same').uncheck()
    await billing.getByLabel('City', { exact: true }).waitFor()
    await page.getByLabel('Billing address is the same').check()
    await page.getByRole('link', { name: 'Back to cart' }).click()
    await page.waitForURL('**/en/cart')
    await page.goBack()
    await arrive(page, 'details')
    await expectTyped(page, 'city', SHOPPER.City)

    await page.getByRole('link', { name: 'RU, Русский' }).click()
    await page.waitForURL('**/ru/checkout/details')
    await hydrated(page)
    await expectTyped(page, 'city', SHOPPER.City)
    await expectTyped(page, 'province', 'NY')

    const other = await page.context().newPage()
    await goTo(other, '/en/checkout/details')
    t.equal(await other.getByLabel('Email', { exact: true }).inputValue(), '', 'what is not sent is this tab’s own')
    await fillContact(other)
    await fillAddress(other)
    await of(other, 'city').fill('Boston')
    await goOn(other)
    await page.goto('/ru/checkout')
    await page.waitForURL('**/ru/checkout/payment')
    t.pass('what another tab has sent counts here')
    await goTo(page, '/ru/checkout/details')
    await expectTyped(page, 'city', SHOPPER.City)
  },
)

journey(
  t,
  'a shopper who types and presses Continue before a slow page hydrates loses nothing',
  shop.url,
  async (page, t) => {
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
    await page.locator('main').getByRole('alert').filter({ hasText: 'Please check the highlighted fields' }).waitFor()
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), SHOPPER.email, 'the button still works')

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
  },
)

journey(
  t,
  'a step that cannot be entered yet redirects to the missing one, with a message',
  shop.url,
  async (page, t) => {
    // Not in the browser: an open page creates a cart of its own, which could replace the cart created next.
    t.match(await (await page.request.get('/en/checkout/payment')).text(), 'Your cart is empty')
    await beginCheckout(page)
    await page.goto('/en/checkout/payment')
    await page.waitForURL('**/en/checkout/details?for=payment')
    await page.getByRole('alert').filter({ hasText: 'Please complete “Details and delivery” first' }).waitFor()
    await page.goto('/ru/checkout/payment')
    await page.waitForURL('**/ru/checkout/details?for=payment')
    await page.getByRole('alert').filter({ hasText: 'Сначала заполните «Контакты и доставка»' }).waitFor()
    t.equal((await page.request.get('/en/checkout/nowhere')).status(), 404)
    const answer = await page.request.get('/en/checkout/payment', { maxRedirects: 0 })
    t.match([answer.status(), answer.headers()['cache-control']], [302, 'no-store'])
  },
)

journey(t, 'errors are shown beside their fields and in a summary that has the focus', shop.url, async (page, t) => {
  await beginCheckout(page)
  await goTo(page, '/ru/checkout/details')
  await page.getByRole('combobox').first().selectOption('US')
  await of(page, 'postal_code').fill('SW1A 1AA')
  await page.getByRole('button', { name: 'Перейти' }).click()
  const summary = page
    .locator('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('list') })
  await summary.waitFor()
  t.match(await focused(page), 'alert')
  t.equal(await summary.getByRole('link').count(), 7, 'the fields that are wrong')
  await summary.getByRole('link', { name: 'Город: ' }).click()
  t.match(await focused(page), 'textbox "Город"')
  t.equal(await describedBy(page, 'postal_code'), 'Укажите правильный индекс, например 95014.')
  t.match(await describedBy(page, 'city'), 'Заполните это поле.')
  t.equal(await of(page, 'postal_code').inputValue(), 'SW1A 1AA')
})

journey(
  t,
  'a shopper who goes on before the delivery methods of a new country are shown gets the first one',
  shop.url,
  async (page, t) => {
    await page.context().addCookies([{ name: 'user_country', value: 'IL', url: shop.url }])
    await beginCheckout(page)
    await fillContact(page)
    const asked = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    await page.route('**/shipping-options*', async (route) => {
      asked.resolve()
      await late.promise
      await route.continue()
    })
    await of(page, 'first_name').fill('Ada')
    await of(page, 'last_name').fill('Lovelace')
    await of(page, 'country_code').selectOption('GB')
    await of(page, 'address_1').fill('12 Engine Street')
    await of(page, 'city').fill('London')
    await of(page, 'postal_code').fill('sw1a 1aa')
    await asked.promise
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    late.resolve()
    await arrive(page, 'payment')
    t.match(await mainText(page), 'Standard delivery')
  },
)

t.test(
  'a promotion code on the payment page changes the total, so the payment is chosen again; a wrong code is named',
  async (t) => {
    const takeTotal = async (page: Page) => page.getByLabel('Total', { exact: true }).innerText()
    for (const javaScriptEnabled of [true, false]) {
      const body = async (page: Page) => {
        await prepareOrder(page)
        await page.goto('/en/checkout/payment')
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
        t.match(page.url(), /\/en\/checkout\/payment$/)
        t.equal(await takeTotal(page), full)

        await apply('welcome10')
        await page.waitForURL('**/en/checkout/payment?payment=anew*')
        await page.getByRole('alert').filter({ hasText: 'The total has changed' }).waitFor()
        t.not(await takeTotal(page), full)
        const less = await takeTotal(page)
        await page.getByRole('button', { name: 'Remove WELCOME10' }).waitFor()
        t.match(await page.getByRole('button', { name: 'Place order' }).innerText(), less)
      }
      await visit(t, shop.url, { javaScriptEnabled, expected: [/status of 400/] }, body)
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
    await tabTo(page, 'radio')
    await press('Continue', 'payment')
    await tabTo(page, 'button "Place order')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/order/confirmation')
    await hydrated(page)
    t.equal((await ordersOf(shop.commerce, email)).length, 1)
    t.equal(await page.evaluate(() => sessionStorage.getItem('checkout')), null, 'nothing of it is stored')
  })
})

async function beginCheckout(page: Page): Promise<void> {
  const data = { variant_id: ring.variant.id, quantity: 1 }
  const added = await page.request.post('/api/carts/current/line-items', { data })
  if (!added.ok()) throw new Error(`the shop answered ${added.status()}`)
  await page.goto('/en/checkout')
  await arrive(page, 'details')
}

async function prepareOrder(page: Page): Promise<void> {
  await readyCart(
    async (method, url, data) => {
      const answer = await page.request.fetch(url, { method, ...(data ? { data } : {}) })
      return { status: answer.status(), body: await answer.json() }
    },
    { variantId: ring.variant.id, email: SHOPPER.email },
  )
}

async function holdScripts(page: Page) {
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

function inSight(name: string): boolean {
  const { top = -1 } = document.querySelector(`[name="${name}"]`)?.getBoundingClientRect() ?? {}
  return top >= 0 && top < innerHeight
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

async function describedBy(page: Page, field: string): Promise<string> {
  const control = of(page, field)
  if ((await control.getAttribute('aria-invalid')) !== 'true') return ''
  return page.locator(`[id="${await control.getAttribute('aria-describedby')}"]`).innerText()
}
