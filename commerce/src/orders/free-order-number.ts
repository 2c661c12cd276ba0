import type { Context, IOrderModuleService } from '@medusajs/framework/types'

import { drawOrderNumber } from './order-number.ts'

/** With 40 random bits a second draw is hardly ever needed. */
const MOST_DRAWS = 20

/** Medusa's unique index rejects one of two equal draws. `sharedContext` is of the writing transaction. */
async function drawFreeNumber(orders: IOrderModuleService, sharedContext?: Context) {
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

/** Medusa calls it as a method of the order module. */
export const orderOptions = {
  generateCustomDisplayId(this: unknown, _order: unknown, sharedContext?: Context) {
    return drawFreeNumber(this as IOrderModuleService, sharedContext)
  },
}
