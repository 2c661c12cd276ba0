import t from 'tap'

import type { Cart, LineItem } from '#shared/cart/cart.ts'
import { choiceOf } from '#shared/cart/choice-of.ts'
import { countProducts, withItems, withQuantity } from '#shared/cart/with-items.ts'

const line = {
  unit_price: 12_900,
  original_unit_price: 21_500,
  quantity: 1,
  total: 12_900,
  original_total: 21_500,
  tax_total: 0,
} as LineItem

t.test('a line shows all that was chosen, and nothing without a choice', async (t) => {
  const choice = (title: string, color: string | null = null, size: string | null = null, options: string[] = []) =>
    choiceOf({ variant_title: title, color, size, options }, (name) => `Size ${name}`)
  t.strictSame(choice('Rose gold / 6', 'Rose gold', '6'), ['Rose gold', 'Size 6'])
  t.strictSame(choice('Silver / 45 cm', 'Silver', '45 cm'), ['Silver', '45 cm'])
  t.strictSame(choice('Серебро / 45 см', 'Серебро', '45 см'), ['Серебро', '45 см'])
  t.strictSame(choice('Rose gold', 'Rose gold'), ['Rose gold'])
  const options = ['Stone color: Blue']
  t.strictSame(choice('Silver / 6 / Blue', 'Silver', '6', options), ['Silver', 'Size 6', ...options])
  t.strictSame(choice('Default variant'), [])
  t.strictSame(choice('Rose gold / 6'), ['Rose gold / 6'], 'the variant title, if the options are no longer known')
})

t.test('the totals are updated before the backend has answered', async (t) => {
  const cart = { shipping_total: 500, items: [line] } as Cart
  const changed = withItems(cart, [withQuantity(line, 3)])
  t.match(changed, { item_total: 38_700, original_item_total: 64_500, total: 39_200 })
  t.equal(countProducts(changed.items), 3)
  t.equal(line.quantity, 1, 'the confirmed line is untouched')
})

t.test('an optimistic update shows no unconfirmed tax and no total with an old tax', async (t) => {
  const taxed = { ...line, tax_total: 935 }
  const cart = { shipping_total: 500, items: [taxed], tax_total: 971, total: 14_371 } as Cart
  t.match(withItems(cart, [withQuantity(taxed, 3)]), { tax_pending: true, tax_total: 0, total: 39_200 })
})
