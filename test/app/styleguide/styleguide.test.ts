import t from 'tap'

import { pickProducts } from '#app/styleguide/pick-products.ts'
import type { ProductCard } from '#shared/product/product.ts'
import { contrastOf, parseRgb, toHex } from '#shared/shop/measure-color.ts'
import { readSources } from '#test/support/module-graph.ts'

/** Components without states of their own: they only wrap others or render nothing. */
const CARRIERS = [
  'src/app/routing/page-head.tsx',
  'src/app/ui/section.tsx',
  'src/app/ui/server-only.tsx',
  'src/app/ui/when-near.tsx',
  'src/app/ui/hydration-mark.tsx',
]

const guide = readSources('src/app/styleguide')

t.test('the style guide shows every component of the interface', async (t) => {
  const shown = new Set(guide.flatMap(({ imports }) => imports))
  const parts = readSources('src/app/ui').filter(
    ({ path }) => path.endsWith('.tsx') && !path.includes('/overlays/') && !CARRIERS.includes(path),
  )
  t.same(
    parts.filter(({ path }) => !shown.has(path)).map(({ path }) => path),
    [],
  )
})

t.test('the style guide shows every icon', async (t) => {
  const [table] = guide.filter(({ path }) => path.endsWith('/icon-table.tsx'))
  const shown: readonly string[] = /const ICONS = \{([^}]*)\}/.exec(table?.text ?? '')?.[1]?.match(/\w+/g) ?? []
  const icons = readSources('src/app').flatMap(({ path, text }) =>
    /icons?\.tsx$/.test(path) ? [...text.matchAll(/export function (\w+Icon)\b/g)].map(([, name = '']) => name) : [],
  )
  t.ok(icons.length > 0)
  t.same(
    icons.filter((name) => !shown.includes(name)),
    [],
  )
})

t.test('the contrast ratio follows WCAG', async (t) => {
  const white = [255, 255, 255] as const
  t.equal(contrastOf([0, 0, 0], white), 21)
  t.equal(contrastOf(white, [0, 0, 0]), 21, 'in either order')
  t.equal(contrastOf(white, white), 1)
  t.equal(contrastOf([118, 118, 118], white).toFixed(2), '4.54')
  t.same(parseRgb('rgb(251, 248, 243)'), [251, 248, 243])
  t.equal(parseRgb('rgba(0, 0, 0, 0.6)'), undefined, 'a translucent color has no contrast of its own')
  t.equal(toHex([251, 8, 243]), '#fb08f3')
})

t.test('the style guide shows a different real product for each state', async (t) => {
  const price = { calculated_amount: 60_00, original_amount: 100_00 } as ProductCard['price']
  const plain = { calculated_amount: 60_00, original_amount: 60_00 } as ProductCard['price']
  const card = (title: string, inStock: boolean, cost = plain) =>
    ({ title, in_stock: inStock, price: cost }) as ProductCard
  const ring = card('Ring', true)
  const sale = card('Sale', true, price)
  const gone = card('Gone', false)
  const long = card('A title that is long', true, price)
  t.same(pickProducts([long, sale, gone, ring]), { inStock: ring, soldOut: gone, onSale: sale, longTitle: long })
  t.same(pickProducts([sale]), { longTitle: sale }, 'a state without a product is absent')
  t.same(pickProducts([]), {})
})
