import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { drawFreeNumber } from './free-order-number.ts'

const BATCH = 200

/** Gives a number to every order that was placed before numbers were drawn. Orders that have one keep it. */
export async function numberEarlierOrders(container: MedusaContainer): Promise<void> {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const orders = container.resolve(Modules.ORDER)
  for (let numbered = 0; ;) {
    const found = await orders.listOrders({ custom_display_id: null } as object, { select: ['id'], take: BATCH })
    for (const { id } of found)
      // Another Medusa may number the same order at this moment: the first number stays.
      await orders.updateOrders(
        { id, custom_display_id: null } as object,
        { custom_display_id: await drawFreeNumber(orders) } as object,
      )
    numbered += found.length
    if (found.length === BATCH) continue
    if (numbered > 0) log.info(`${numbered} earlier orders have got a drawn number.`)
    return
  }
}
