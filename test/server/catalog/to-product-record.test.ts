import type { HttpTypes } from '@medusajs/types'
import t from 'tap'

import { toProductRecord } from '#server/catalog/reading/to-product-record.ts'

function choicesOf(options: Record<string, string[]>): Record<string, string>[] {
  const listed = Object.entries(options).map(([title, values], place) => ({
    id: `opt_${place}`,
    title,
    values: values.map((value, index) => ({ id: `optval_${place}_${index}`, value })),
  }))
  const variants = (Object.values(options)[0] ?? []).map((_, index) => ({
    id: `variant_${index}`,
    options: listed.map(({ values }) => values[index]),
  }))
  const product = { id: 'prod_1', title: 'Ring', handle: 'ring', options: listed, variants }
  return toProductRecord(product as unknown as HttpTypes.StoreProduct, () => undefined).variants.map(
    (variant) => variant.options,
  )
}

t.test(
  'a shopper gets the variant that they chose, although other values have the same letters and digits',
  async (t) => {
    for (const values of [
      ['Белое золото 585', 'Красное золото 585'],
      ['S', 'S+'],
      ['+1', '-1'],
      ['6½', '61/2'],
      ['Rose gold', 'rose gold'],
    ]) {
      const choices = choicesOf({ Metal: values }).map(({ metal }) => metal)
      t.equal(new Set(choices).size, 2, values.join())
      t.equal(choices[0], choicesOf({ Metal: values.slice(0, 1) })[0]?.['metal'], 'the first value keeps its URL')
    }
    t.equal(Object.keys(choicesOf({ 'Камень 1': ['А'], 'Металл 1': ['Б'] })[0] ?? {}).length, 2, 'nor do options mix')
  },
)
