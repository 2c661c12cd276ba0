import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { createPriceListsWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { salePrices } from '../shop/prices.ts'

export const SALE_TITLE = 'Launch40'

/** Ids with their original price in American dollars. */
export async function addToSale(container: MedusaContainer, variants: { variant: string; dollars: number }[]) {
  const list = await saleList(container)
  const rows = await rowsOf<{ id: string; price_set: { id: string } }>(
    container,
    'product_variant',
    ['id', 'price_set.id'],
    { id: variants.map(({ variant }) => variant) },
  )
  const sets = new Map(rows.map(({ id, price_set }) => [id, price_set.id]))
  const prices = variants.flatMap(({ variant, dollars }) => {
    const set = sets.get(variant)
    if (!set) throw new Error(`The variant ${variant} has no prices to reduce`)
    return salePrices(dollars).map((price) => ({ ...price, price_list_id: list, price_set_id: set }))
  })
  // Medusa's workflow reads the whole price list first, which is too slow with thousands of products.
  const pricing = container.resolve(Modules.PRICING) as unknown as {
    createPrices: (of: typeof prices) => Promise<void>
  }
  await pricing.createPrices(prices)
}

async function saleList(container: MedusaContainer) {
  const [existing] = await rowsOf(container, 'price_list', ['id'], { title: SALE_TITLE })
  if (existing) return existing.id
  // Medusa's input type lacks `type`, without which a price list is no sale.
  const sale = {
    title: SALE_TITLE,
    description: 'Forty per cent off every piece for the launch',
    type: 'sale',
    status: 'active' as const,
  }
  const { result } = await createPriceListsWorkflow(container).run({ input: { price_lists_data: [sale] } })
  const [list] = result
  if (!list) throw new Error('The backend made no price list')
  return list.id
}
