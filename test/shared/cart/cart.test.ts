import t from 'tap'

import type { Cart, LineItem } from '#shared/api/cart.ts'
import { variantLabel } from '#shared/cart/variant-label.ts'
import { countPieces, withItems, withQuantity } from '#shared/cart/with-items.ts'

const line = {
  unit_price: 12_900,
  original_unit_price: 21_500,
  quantity: 1,
  total: 12_900,
  original_total: 21_500,
} as LineItem

t.test('a piece without choices shows no variant label', async (t) => {
  t.equal(variantLabel({ variant_title: 'Default variant' }), '')
  t.equal(variantLabel({ variant_title: 'Rose gold / 6' }), 'Rose gold / 6')
})

t.test('a shopper sees the new totals before the backend has answered', async (t) => {
  const cart = { shipping_total: 500, items: [line] } as Cart
  const changed = withItems(cart, [withQuantity(line, 3)])
  t.match(changed, { item_total: 38_700, original_item_total: 64_500, total: 39_200 })
  t.equal(countPieces(changed.items), 3)
  t.equal(line.quantity, 1, 'the confirmed line is untouched')
})
