import type { MedusaContainer } from '@medusajs/framework/types'
import { batchPriceListPricesWorkflow, createPriceListsWorkflow } from '@medusajs/medusa/core-flows'

import { salePrices } from '../shop/prices.ts'
import { rowsOf } from './shop-container.ts'

const TITLE = 'Launch40'

/** Puts variants on sale. @param variants ids with their original price in American dollars */
export async function addToSale(
  container: MedusaContainer,
  variants: { variant: string; dollars: number }[],
): Promise<void> {
  const prices = variants.flatMap(({ variant, dollars }) =>
    salePrices(dollars).map((price) => ({ ...price, variant_id: variant })),
  )
  const [list] = await rowsOf<{ id: string }>(container, 'price_list', ['id'], { title: TITLE })
  if (list) {
    await batchPriceListPricesWorkflow(container).run({
      input: { data: { id: list.id, create: prices, update: [], delete: [] } },
    })
    return
  }
  // Its declared input does not know `type`, without which a list is no sale.
  const sale = {
    title: TITLE,
    description: 'Forty per cent off every piece for the launch',
    type: 'sale',
    status: 'active' as const,
    prices,
  }
  await createPriceListsWorkflow(container).run({ input: { price_lists_data: [sale] } })
}
