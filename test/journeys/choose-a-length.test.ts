import t from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { getJson } from '#test/support/categories.ts'
import { cartDrawer } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)
const { product } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/bezel-pendant?lang=en`)
const prices = product.variants.flatMap(({ calculated_price: price }) => price ?? [])
const [lowest = 0, highest = 0] = [Math.min, Math.max].map((most) =>
  most(...prices.map(({ calculated_amount: amount }) => amount)),
)
const money = (amount: number) => formatMoney(amount, prices[0]?.currency_code ?? '', 'en')

t.test('a shopper is asked for the length of a chain, sees its price, and reads the length in the cart', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en/shop/product/bezel-pendant')
    await hydrated(page)
    const lengths = page.getByRole('group', { name: 'Length' })
    t.equal(await lengths.locator(':checked').count(), 0, 'no length is chosen for the shopper')
    await page
      .getByText(`From ${money(lowest)}`, { exact: true })
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Choose a length', exact: true }).click()
    await lengths.getByText('Please choose a length first.').waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'length', 'the focus is there')

    await lengths.getByRole('radio', { name: '50 cm' }).check()
    await page.getByText(money(highest), { exact: true }).first().waitFor()
    t.match(page.url(), /[?&]length=50-cm\b/, 'the address follows')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const line = cartDrawer(page).getByRole('list', { name: 'Cart items' })
    for (const part of ['Rose gold', '50 cm']) await line.getByText(part, { exact: true }).waitFor()
  })
})

t.test('a shopper without JavaScript is asked for the length in the language of the page', async (t) => {
  await visit(t, shop.url, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/ru/shop/product/bezel-pendant')
    await page.getByRole('button', { name: 'Выберите длину', exact: true }).click()
    const lengths = page.getByRole('group', { name: 'Длина' })
    await lengths.getByText('Сначала выберите длину.').waitFor()
    t.equal(
      await page
        .locator('link[rel=canonical]')
        .getAttribute('href')
        .then((href) => new URL(href ?? '').search),
      '',
    )
  })
})
