import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { drawFreeNumber } from './free-order-number.ts'

const BATCH = 200

/** Job for orders that an earlier version placed without a number. */
export async function numberEarlierOrders(container: MedusaContainer): Promise<void> {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const orders = container.resolve(Modules.ORDER)
  for (let numbered = 0; ;) {
    const found = await orders.listOrders({ custom_display_id: null } as object, { select: ['id'], take: BATCH })
    for (const { id } of found)
      // Another process may number the order at the same time. The filter keeps the number that was written first.
      await orders.updateOrders(
        { id, custom_display_id: null } as object,
        { custom_display_id: await drawFreeNumber(orders) } as object,
      )
    numbered += found.length
    if (found.length === BATCH) continue
    if (numbered > 0) log.info(`${numbered} earlier orders were given a random number.`)
    return
  }
}
