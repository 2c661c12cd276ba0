import t from 'tap'

import { crossedOutPrice, percentOff } from '#shared/money/crossed-out-price.ts'
import { youSave } from '#shared/money/you-save.ts'

const line = (unit_price: number, original_unit_price: number, quantity = 1) => ({
  unit_price,
  original_unit_price,
  quantity,
  discount_total: 0,
  total: unit_price * quantity,
})

t.test('the crossed-out price is the original price of the backend', async (t) => {
  t.equal(crossedOutPrice(12_900, 21_500), 21_500)
  t.equal(crossedOutPrice(12_900, 21_500, 'formula'), 21_500)
})

t.test('no crossed-out price is calculated unless the campaign says so', async (t) => {
  t.equal(crossedOutPrice(19_900, undefined), undefined)
  t.equal(crossedOutPrice(19_900, 19_900), undefined)
  t.equal(crossedOutPrice(19_900, 18_000), undefined)
})

t.test('the formula gives an integer of the displayed currency', async (t) => {
  t.equal(crossedOutPrice(19_900, undefined, 'formula'), 33_200)
  t.equal(crossedOutPrice(20_000, 20_000, 'formula'), 33_300)
  t.equal(crossedOutPrice(0, undefined, 'formula'), undefined)
})

t.test('the saving is the real difference for every product', async (t) => {
  t.equal(youSave([line(12_900, 21_500, 2), line(6000, 10_000)]), 21_200)
  t.equal(youSave([line(12_900, 12_900)]), 0)
  t.equal(youSave([]), 0)
  const discounted = { ...line(12_900, 21_500), discount_total: 1290, total: 11_610 }
  t.equal(youSave([discounted]), 21_500 - 11_610, 'including the discount of a code')
})

t.test('under the formula the saving comes from unrounded totals', async (t) => {
  t.equal(youSave([line(19_900, 19_900)], 'formula'), 13_267)
  t.equal(youSave([line(19_900, 19_900), line(19_900, 19_900)], 'formula'), 26_533)
  t.equal(youSave([line(19_900, 19_900), line(12_900, 21_500)], 'formula'), 13_267 + 8600)
})

t.test('if original prices are integers and prices 0.6 of them, formula and backend agree to the cent', async (t) => {
  for (let original = 500; original <= 400_000; original += 500) {
    const price = (original * 6) / 10
    t.equal(crossedOutPrice(price, undefined, 'formula'), original)
    t.equal(youSave([line(price, price, 3)], 'formula'), youSave([line(price, original, 3)]))
    t.equal(percentOff(price, original), 40)
  }
})

t.test('the percentage off is never rounded up', async (t) => {
  t.equal(percentOff(6001, 10_000), 39)
  t.equal(percentOff(6000, 10_000), 40)
  t.equal(percentOff(10_000, 10_000), 0)
  t.equal(percentOff(10_000, undefined), 0)
  t.equal(percentOff(10_000, null), 0)
})
