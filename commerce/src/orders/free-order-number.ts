import type { Context, IOrderModuleService } from '@medusajs/framework/types'

import { drawOrderNumber } from './order-number.ts'

/** With 40 random bits a second draw is hardly ever needed. */
const MOST_DRAWS = 20

type Orders = Pick<IOrderModuleService, 'listOrders'>

/**
 * Draws a number that no order has. If two orders draw the same number at once, Medusa's unique index rejects one.
 * @param sharedContext of the transaction that writes the order
 */
export async function drawFreeNumber(orders: Orders, sharedContext?: Context): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const number = drawOrderNumber()
    const [taken] = await orders.listOrders(
      { custom_display_id: number } as object,
      { select: ['id'], take: 1 },
      sharedContext,
    )
    if (!taken) return number
  }
  throw new Error('No free order number was drawn')
}

/** Options of the order module. Medusa calls `generateCustomDisplayId` as a method of that module. */
export const orderOptions = {
  generateCustomDisplayId(this: unknown, _order: unknown, sharedContext?: Context): Promise<string> {
    return drawFreeNumber(this as Orders, sharedContext)
  },
}
