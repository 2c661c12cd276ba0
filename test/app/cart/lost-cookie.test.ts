import { fail } from 'node:assert'

import t from 'tap'

import { CartApiError, type CartApi } from '#app/cart/cart-api.ts'
import { CHAIN, RING, createCartStoreScenario, scenarioWithRing } from '#test/support/cart-store-scenario.ts'
import { PROMO_CODE } from '#test/support/fake-backend.ts'

type CartPage = ReturnType<typeof createCartStoreScenario>

/** A cookie jar in front of the API: only the cart of the cookie can be changed. */
class CookieJar {
  cookie: string | undefined
  /** False for a browser that blocks cookies. */
  keeps = true
  readonly api: CartApi
  readonly created: string[] = []

  constructor({ shop, store }: CartPage) {
    const { api } = shop
    this.cookie = store.state.confirmed?.id
    const check = (cartId: string) => {
      if (cartId !== this.cookie) throw new CartApiError(403, { message: 'We cannot tell that this cart is yours.' })
    }
    this.api = {
      ...api,
      create: async (body) => {
        const answer = await api.create(body)
        this.created.push(answer.cart.id)
        if (this.keeps) this.cookie = answer.cart.id
        return answer
      },
      read: async (cartId) => {
        const answer = await api.read(cartId)
        const { email: _, ...open } = answer.cart
        return cartId === this.cookie ? answer : { ...answer, cart: open }
      },
      recreate: async (cartId, body) => {
        const answer = await api.recreate(cartId, body)
        this.created.push(answer.cart.id)
        if (this.keeps) this.cookie = answer.cart.id
        return answer
      },
      readCurrent: async () => (this.cookie === undefined ? { cart: null } : api.read(this.cookie)),
      update: async (cartId, body) => (check(cartId), api.update(cartId, body)),
      addLine: async (cartId, body, order) => (check(cartId), api.addLine(cartId, body, order)),
      updateLine: async (cartId, lineId, body, order) => (check(cartId), api.updateLine(cartId, lineId, body, order)),
      removeLine: async (cartId, lineId, order) => (check(cartId), api.removeLine(cartId, lineId, order)),
    }
  }
}

/** The next page in a browser that had a cart with two rings. */
async function nextPage(): Promise<{ page: CartPage; jar: CookieJar; old: string }> {
  const earlier = await scenarioWithRing(2)
  const { storage, shop, clock } = earlier
  const jar = new CookieJar(earlier)
  const page = createCartStoreScenario({ storage, shop: { ...shop, api: jar.api }, clock })
  return { page, jar, old: storage.get('cart_id') ?? '' }
}

const codes = ({ store }: CartPage) => store.state.messages.map(({ code }) => code)

t.test('a shopper without the cookie gets every product in a new cart, with one message', async (t) => {
  const { page, jar, old } = await nextPage()
  jar.cookie = undefined
  await page.store.init()
  t.strictSame(page.shown(), { [RING]: 2 }, 'at once')
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [RING]: 2 })
  t.not(page.storage.get('cart_id'), old)
  t.equal(page.storage.get('cart_id'), jar.cookie)
  t.strictSame(codes(page), ['replaced'])
  t.strictSame(jar.created.length, 1)
  t.strictSame(page.shop.quantities(old), { [RING]: 2 }, 'the old cart is unchanged')
})

t.test(
  'the cart of a customer whose session has ended is not copied, and the next product gets a new one',
  async (t) => {
    const { page, jar, old } = await nextPage()
    await page.store.init()
    t.strictSame(page.shown(), { [RING]: 2 })
    const { read } = jar.api
    jar.cookie = undefined
    jar.api.read = async (cartId) => {
      if (cartId !== old) return read(cartId)
      throw new CartApiError(404, { message: 'This cart is no longer available.', details: { reason: 'signed_out' } })
    }
    await page.store.refresh()
    t.strictSame(page.shown(), {})
    t.strictSame(jar.created, [])
    t.equal(page.storage.get('cart_id'), undefined)
    page.store.add({ variantId: CHAIN })
    await page.clock.pass(1000)
    t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [CHAIN]: 1 })
    t.strictSame(page.shop.quantities(old), { [RING]: 2 }, 'the customer’s cart is unchanged')
  },
)

t.test('a product that cannot be added to the new cart is skipped and named, and the others are added', async (t) => {
  const { page, jar, old } = await nextPage()
  await page.shop.api.addLine(old, { variant_id: CHAIN, quantity: 1 }, 'chain')
  jar.cookie = undefined
  page.shop.stock.set(RING, 0)
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [CHAIN]: 1 })
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [CHAIN]: 1 })
  t.strictSame(page.logged, ['Failed to re-add item'])
  t.match(
    page.store.state.messages.find(({ code }) => code === 'add-failed'),
    { names: [`Ring ${RING}`], texts: [`Ring ${RING} is sold out.`] },
  )
})

t.test('promotion codes are copied to the new cart', async (t) => {
  const { page, jar, old } = await nextPage()
  await page.shop.api.update(old, { promo_codes: [PROMO_CODE] })
  jar.cookie = undefined
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.shop.carts.get(jar.cookie ?? '')?.promo_codes, [PROMO_CODE])
  t.strictSame(page.store.state.view.promo_codes, [PROMO_CODE])
  t.strictSame(codes(page), ['replaced'])
})

t.test('an expired promotion code is named, and the others are copied', async (t) => {
  const { page, jar, old } = await nextPage()
  const cart = page.shop.carts.get(old) ?? fail('no cart')
  page.shop.carts.set(old, { ...cart, promo_codes: ['OVER', PROMO_CODE] })
  jar.cookie = undefined
  await page.store.init()
  await page.clock.pass(1000)
  t.strictSame(page.store.state.view.promo_codes, [PROMO_CODE])
  t.match(page.store.state.messages.at(-1), {
    code: 'code-failed',
    names: ['OVER'],
    texts: ['We do not know the code OVER.'],
  })
})

t.test('a product added after the cookie is lost is added to the existing ones', async (t) => {
  const { page, jar } = await nextPage()
  await page.store.init()
  jar.cookie = undefined
  page.store.add({ variantId: CHAIN })
  page.store.add({ variantId: RING })
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [RING]: 3, [CHAIN]: 1 })
  t.strictSame(page.shop.quantities(jar.cookie ?? ''), { [RING]: 3, [CHAIN]: 1 })
  t.strictSame(codes(page), ['replaced'])
  t.strictSame(jar.created.length, 1)
})

t.test('a cart created by a form gets the contents of the stored cart', async (t) => {
  const { page, jar } = await nextPage()
  const { cart } = await page.shop.api.create({})
  await jar.api.addLine.call(undefined, (jar.cookie = cart.id), { variant_id: CHAIN, quantity: 1 }, 'form')
  const rendered = (await jar.api.read(cart.id)).cart
  page.store.adopt(rendered)
  await page.store.init()
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(cart.id), { [RING]: 2, [CHAIN]: 1 })
  await page.store.init()
  await page.clock.pass(300)
  t.strictSame(page.shop.quantities(cart.id), { [RING]: 2, [CHAIN]: 1 }, 'once')
  t.strictSame(codes(page), ['replaced'])
})

t.test('two tabs without the cookie create one new cart and add no product twice', async (t) => {
  const { page: one, jar } = await nextPage()
  jar.cookie = undefined
  let last: Promise<unknown> = Promise.resolve()
  const withTabLock = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
  const { storage, clock } = one
  const shop = { ...one.shop, api: jar.api }
  const tabs = [
    createCartStoreScenario({ storage, shop, clock, withTabLock }),
    createCartStoreScenario({ storage, shop, clock, withTabLock }),
  ]
  await Promise.all(tabs.map(({ store }) => store.init()))
  await clock.pass(1000)
  t.equal(jar.created.length, 1)
  t.strictSame(one.shop.quantities(jar.cookie ?? ''), { [RING]: 2 })
  for (const tab of tabs) t.strictSame(tab.shown(), { [RING]: 2 })
})

t.test('a browser that blocks cookies still shows the cart and says why it cannot be changed', async (t) => {
  const { page, jar, old } = await nextPage()
  jar.cookie = undefined
  jar.keeps = false
  await page.store.init()
  t.strictSame(page.shown(), { [RING]: 2 })
  page.store.add({ variantId: CHAIN })
  await page.clock.pass(1000)
  t.strictSame(page.shown(), { [RING]: 2 })
  t.match(page.store.state.messages.at(-1), { code: 'add-failed', texts: ['We cannot tell that this cart is yours.'] })
  t.equal(page.storage.get('cart_id'), old)
  t.equal(jar.created.length, 1, 'no further carts are created')
})
