import t from 'tap'

import type { CurrentCartAnswer } from '#shared/cart/cart.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { goTo, hydrated, journey, reload, visit } from '#test/support/browser.ts'
import { findRing, getJson } from '#test/support/categories.ts'
import { focused, step, tabTo } from '#test/support/keyboard.ts'
import { cartDrawer, choose, figuresOf, pressAddToCart } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await visitShop(t)
const ring = await findRing(shop.url)
const MESSAGE = 'We couldn’t open your previous cart, so we’ve moved its items to a new one.'

t.test('the cart survives a reload, a navigation and another tab', async (t) => {
  const { price, money } = figuresOf(ring)

  await visit(t, shop.url, async (page) => {
    await goTo(page, `/en/shop/product/${ring.product.handle}`)
    await choose(page, ring)
    const add = page.getByRole('button', { name: 'Add to cart', exact: true })
    const added = page.waitForResponse(/line-items/)
    await add.click()
    await added
    await cartDrawer(page)
      .getByRole('button', { name: `Increase quantity of ${ring.product.title}` })
      .click()
    await cartDrawer(page)
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()

    // Immediately, before the change is sent.
    await reload(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await expectTwo(page)

    await goTo(page, '/en')
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()

    const other = await page.context().newPage()
    await goTo(other, '/en/shop')
    await other.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await expectTwo(other)
    await cartDrawer(other)
      .getByRole('button', { name: `Remove ${ring.product.title}` })
      .click()
    await page.getByRole('button', { name: 'Open cart', exact: true }).waitFor()
    t.pass('and the first tab hears of what the other did')
  })

  async function expectTwo(page: Parameters<typeof cartDrawer>[0]): Promise<void> {
    const drawer = cartDrawer(page)
    await drawer
      .getByLabel('Total', { exact: true })
      .getByText(money(2 * price))
      .waitFor()
    t.equal(await drawer.getByLabel('Quantity', { exact: true }).innerText(), '2')
  }
})

journey(t, 'a ring that is added before the scripts have arrived is in the cart', shop.url, async (page, t) => {
  const created: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/carts?')) created.push(request.url())
  })
  const clicked = Promise.withResolvers<void>()
  await page.route(/hydrate-page/, async (route) => {
    await clicked.promise
    await route.continue()
  })
  // The shop takes its time over the form, while the scripts of the page that sent it find no cart.
  await page.route('**/api/carts/current/line-items', async (route) => {
    const looked = page.waitForResponse(/carts\/current\?/)
    clicked.resolve()
    await looked
    await route.continue()
  })
  await page.goto('/en/shop/product/plain-wedding-band?metal=yellow-gold&size=6', { waitUntil: 'commit' })
  await pressAddToCart(page)
  await page.waitForURL('**/en/cart')
  await hydrated(page)
  await page.getByRole('list', { name: 'Cart items' }).getByText('Plain wedding band').waitFor()
  t.same(created, [], 'no other cart replaces that of the form')
})

t.test('removing a product by keyboard is announced, and the next keys undo it', async (t) => {
  const { title } = ring.product

  await visit(t, shop.url, async (page) => {
    await page.request.post('/api/carts/current/line-items', { data: { variant_id: ring.variant.id, quantity: 2 } })
    await goTo(page, '/en/cart')
    const main = page.getByRole('main')
    // A screen reader only announces changes in a live region that exists already.
    const regions = await main.locator('[aria-live=polite]').elementHandles()
    const announced = async () => (await Promise.all(regions.map((region) => region.textContent()))).join(' ')
    const quantity = main.getByLabel('Quantity', { exact: true })

    await tabTo(page, `button "Remove ${title}"`)
    await page.keyboard.press('Enter')
    await main.getByText('Your cart is empty').waitFor()
    await main.getByRole('button', { name: 'Undo' }).waitFor()
    t.match(await announced(), `Removed from your cart: ${title}`)
    t.equal(await page.locator(':focus').count(), 1, 'the focus is still on the page')
    t.equal(await step(page), 'button "Undo"')
    t.equal(await main.getByRole('button', { name: 'Undo', description: title }).count(), 1)
    await page.keyboard.press('Enter')
    await quantity.waitFor()
    t.equal(await quantity.innerText(), '2')
    t.match(await announced(), `Back in your cart: ${title}`)
    t.match(await step(page), `link "${title}"`, 'the focus continues in the lines')
    await tabTo(page, `button "Increase quantity of ${title}"`)
    const changed = page.waitForResponse(/line-items/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    t.equal(
      await main.getByRole('status', { name: 'Quantity', exact: true }).innerText(),
      '4',
      'read out as it changes',
    )
    t.match(await focused(page), `button "Increase quantity of ${title}"`, 'the next key increases it again')
    await changed

    await page.getByRole('button', { name: /^Open cart/ }).click()
    const drawer = cartDrawer(page)
    await tabTo(page, `button "Remove ${title}"`)
    await page.keyboard.press('Enter')
    await drawer.getByText('Your cart is empty').waitFor()
    await drawer.getByRole('button', { name: 'Undo' }).waitFor()
    t.equal(await main.getByRole('button', { name: 'Undo' }).count(), 0, 'it is announced once')
    t.match(await focused(page), /./, 'the focus stays in the drawer too')
    await tabTo(page, 'button "Undo"', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: `Remove ${title}` }).waitFor()
    t.match(await step(page), `link "${title}"`)
  })
})

journey(
  t,
  'a shopper whose cookie is lost adds a ring: the cart keeps its contents and has the ring too',
  shop.url,
  { expected: [/403/, /Failed to/] },
  async (page, t) => {
    const band = 'Plain wedding band'
    const { product } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/plain-wedding-band`)
    const data = { variant_id: product.variants[0]?.id, quantity: 2 }
    await goTo(page, `/en/shop/product/${ring.product.handle}`)
    await page.request.post('/api/carts/current/line-items', { data })
    await reload(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()
    const before = await page.evaluate(() => localStorage.getItem('cart_id'))
    await page.context().clearCookies({ name: 'cart' })

    await choose(page, ring)
    const answers: number[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('line-items')) answers.push(answer.status())
    })
    await pressAddToCart(page)
    await cartDrawer(page).getByText(MESSAGE).waitFor()
    await page.getByRole('button', { name: 'Open cart, 3 items' }).waitFor()
    const cart = await until(async () => {
      const current = await page.request.get('/api/carts/current')
      const { cart: read } = (await current.json()) as CurrentCartAnswer
      return read?.items.length === 2 && read
    })
    t.ok(answers.includes(403), 'the old cart is not written to')
    t.not(cart.id, before)
    const quantities = Object.fromEntries(cart.items.map(({ product_title: title, quantity }) => [title, quantity]))
    t.same(quantities, { [band]: 2, [ring.product.title]: 1 })
    t.equal(await page.evaluate(() => localStorage.getItem('cart_id')), cart.id)

    await reload(page)
    await page.getByRole('button', { name: 'Open cart, 3 items' }).click()
    t.equal(await cartDrawer(page).getByText(MESSAGE).count(), 0, 'told once')
  },
)
