import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { cartDrawer, choose } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const MESSAGE = 'We couldn’t open your previous cart, so we’ve moved its items to a new one.'

const shop = await visitShop(t)
const ring = await findRing(shop.url)
const { products } = (await (await fetch(`${shop.url}/api/products/best-sellers`)).json()) as {
  products: { title: string; variants: { id: string; inventory_quantity?: number; available?: number | null }[] }[]
}
const other = products.find(({ title, variants }) => title !== ring.product.title && variants.length > 0)

t.test('a shopper whose cookie is lost adds a ring: the cart keeps its contents and has the ring too', async (t) => {
  await visit(t, shop.url, { expected: [/403/, /Failed to/] }, async (page) => {
    const data = { variant_id: other?.variants[0]?.id, quantity: 2 }
    await page.goto(`/en/shop/product/${ring.product.handle}`)
    await hydrated(page)
    await page.request.post('/api/carts/current/line-items', { data })
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()
    const before = await page.evaluate(() => localStorage.getItem('cart_id'))
    await page.context().clearCookies({ name: 'cart' })

    await choose(page, ring)
    const answers: number[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('line-items')) answers.push(answer.status())
    })
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await cartDrawer(page).getByText(MESSAGE).waitFor()
    await page.getByRole('button', { name: 'Open cart, 3 items' }).waitFor()
    await page.waitForFunction(
      async () =>
        ((await (await fetch('/api/carts/current')).json()) as { cart: { items: object[] } }).cart.items.length === 2,
    )
    t.ok(answers.includes(403), 'the old cart is not written to')
    const { cart } = (await (await page.request.get('/api/carts/current')).json()) as {
      cart: { id: string; items: { product_title: string; quantity: number }[] }
    }
    t.not(cart.id, before)
    const quantities = Object.fromEntries(cart.items.map(({ product_title: title, quantity }) => [title, quantity]))
    t.same(quantities, { [other?.title ?? '']: 2, [ring.product.title]: 1 })
    t.equal(await page.evaluate(() => localStorage.getItem('cart_id')), cart.id)

    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 3 items' }).click()
    t.equal(await cartDrawer(page).getByText(MESSAGE).count(), 0, 'told once')
  })
})

t.test('a shopper who comes back without the cookie, in two tabs, finds one cart with everything in it', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await page.request.post('/api/carts/current/line-items', { data: { variant_id: ring.variant.id, quantity: 2 } })
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()
    await page.context().clearCookies({ name: 'cart' })
    const second = await page.context().newPage()
    await Promise.all([page.goto('/en/shop'), second.goto('/en/cart')])
    for (const tab of [page, second]) {
      await hydrated(tab)
      await tab.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()
    }
    await second.waitForFunction(async () => {
      const { cart } = (await (await fetch('/api/carts/current')).json()) as {
        cart: { items: { quantity: number }[] } | null
      }
      return cart?.items.length === 1
    })
    const { cart } = (await (await page.request.get('/api/carts/current')).json()) as {
      cart: { items: { quantity: number }[] }
    }
    t.same(
      cart.items.map(({ quantity }) => quantity),
      [2],
    )
  })
})
