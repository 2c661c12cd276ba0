import type { Locator } from 'playwright'
import t from 'tap'

import type { ProductAnswer } from '#shared/product/product.ts'
import { goTo, hydrated, visit } from '#test/support/browser.ts'
import { findRing, getJson, labelFor } from '#test/support/categories.ts'
import { shownProducts } from '#test/support/listing.ts'
import { cartDrawer, choose, pressAddToCart } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)
const LOOSE = /(?<![\p{L}\p{N}-])(?:в|во|и|к|ко|на|не|ни|о|об|от|с|со|у) |\S —/iu

t.test('no line of a Russian page ends with a short word or begins with a dash', async (t) => {
  const { product } = await findRing(shop.url)
  for (const path of [
    '',
    '/shop/rings',
    `/shop/product/${product.handle}`,
    '/blogs/ring-sizes',
    '/cart',
    '/ring-size',
  ]) {
    const page = await (await fetch(`${shop.url}/ru${path}`)).text()
    const shown = page.slice(page.indexOf('<body')).replaceAll(/<script.*?<\/script>|<!-- -->/gs, '')
    const texts = [...shown.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
    t.ok(texts.length > 40, path)
    t.same(
      texts.filter((text) => LOOSE.test(text)),
      [],
      path,
    )
  }
})

t.test('a shopper who changes the language keeps the page, the choice and the cart, in the new language', async (t) => {
  const ring = await findRing(shop.url)
  const { product } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/${ring.product.handle}?lang=ru`)
  const russian = { product, variant: ring.variant }

  await visit(t, shop.url, async (page) => {
    await goTo(page, `/en/shop/product/${product.handle}`)
    await choose(page, ring)
    const added = page.waitForResponse(/line-items/)
    await pressAddToCart(page)
    await added
    await cartDrawer(page).getByRole('list', { name: 'Cart items' }).getByText(ring.product.title).waitFor()
    await page.getByRole('button', { name: 'Open cart, 1 item', includeHidden: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')

    await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
    await page.waitForURL(`**/ru/shop/product/${product.handle}?*`)
    await hydrated(page)
    t.equal(await page.locator('html').getAttribute('lang'), 'ru-RU')
    t.equal(await page.getByRole('heading', { level: 1 }).innerText(), product.title)
    t.ok(
      await page.getByRole('radio', { name: labelFor(russian, 'metal'), exact: true }).isChecked(),
      'the metal is kept',
    )

    await page
      .getByRole('button', { name: /корзин/i, exact: false })
      .first()
      .click()
    const drawer = cartDrawer(page, 'Корзина')
    await drawer.getByText(product.title).waitFor()
    const wording = await drawer.innerText()
    t.match(wording, labelFor(russian, 'metal'))
    t.notMatch(wording, ring.product.title, 'no English name is left')
    t.notMatch(
      wording.replace(/PayPal|Apple Pay|Google Pay|Amex|Maestro|Mastercard|Visa|AMEX|VISA|Pay|Pal/g, ''),
      /[A-Za-z]{3,}/,
      'no English word is left',
    )
    await page.keyboard.press('Escape')

    await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
    await page.waitForURL(`**/en/shop/product/${product.handle}?*`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Open cart, 1 item' }).click()
    await cartDrawer(page).getByText(ring.product.title).waitFor()
    t.pass('and back again')
  })
})

t.test('overlays of a Russian page link to Russian pages, also in an English browser', async (t) => {
  const ring = await findRing(shop.url)
  await visit(t, shop.url, async (page) => {
    const data = { variant_id: ring.variant.id, quantity: 1 }
    await page.request.post('/api/carts/current/line-items', { data })
    await goTo(page, '/ru/shop/rings')
    const linksOf = async (button: RegExp, dialog: string, isThere: (drawer: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: button }).first().click()
      const drawer = page.getByRole('dialog', { name: dialog, exact: true })
      await isThere(drawer)
      const links = await drawer
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      t.ok(links.length > 0, dialog)
      t.same(
        links.filter((href) => !href.startsWith('/ru')),
        [],
        dialog,
      )
      return drawer
    }
    await linksOf(/^Открыть меню/, 'Меню', (drawer) => drawer.getByRole('link').first().waitFor())
    await page.keyboard.press('Escape')
    await linksOf(/^Открыть поиск/, 'Поиск', async (drawer) => {
      await drawer.getByRole('combobox').fill('кольцо')
      await drawer.getByRole('option').first().waitFor()
    })
    await goTo(page, '/ru/shop/rings')
    const cart = await linksOf(/^Открыть корзину/, 'Корзина', (drawer) =>
      drawer.getByRole('link', { name: 'Оформить заказ' }).waitFor(),
    )
    const asked = page.waitForRequest((request) => request.isNavigationRequest())
    await cart.getByRole('link', { name: 'Оформить заказ' }).click()
    t.equal(new URL((await asked).url()).pathname, '/ru/checkout')
    await page.waitForURL('**/ru/checkout/details')
  })
})

t.test('a shopper without JavaScript changes the language and keeps the search and the filters', async (t) => {
  const cheap = '?metal=platinum&stock=in&sort=price-asc'
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    for (const cached of ['/search?q=oval+ring', `/shop/rings${cheap}`]) {
      await page.goto(`/en${cached}`)
      const products = await shownProducts(page)
      t.ok(products.length > 0, cached)
      await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
      await page.waitForURL(`**/ru${cached}`)
      t.equal(await page.locator('html').getAttribute('lang'), 'ru-RU')
      t.same((await shownProducts(page)).toSorted(), products.toSorted(), cached)
      await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
      await page.waitForURL(`**/en${cached}`)
    }
  })
})
