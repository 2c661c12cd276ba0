import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { completeCartWorkflow } from '@medusajs/medusa/core-flows'

import { isHalf, startOver } from './one-order.ts'

/** A younger one is being placed, or in the hands of its shopper. */
const YOUNGEST_MS = 3 * 60_000
const OLDEST_MS = 3 * 86_400_000

interface LatestOrder {
  metadata: { cart_id?: string } | null
}

/** Places anew what was cut short and no one has asked for since. What cannot be placed is a cart again. */
export async function finishHalfOrders(container: MedusaContainer): Promise<void> {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const created_at = { $gte: new Date(Date.now() - OLDEST_MS), $lte: new Date(Date.now() - YOUNGEST_MS) }
  const { data } = await query.graph({ entity: 'order', fields: ['id', 'metadata'], filters: { created_at } })
  const halves = (data as unknown as LatestOrder[]).filter(({ metadata }) => isHalf(metadata))
  for (const cartId of new Set(halves.map(({ metadata }) => metadata?.cart_id ?? ''))) {
    try {
      await startOver(container, cartId)
      await completeCartWorkflow(container).run({ input: { id: cartId } })
    } catch (error) {
      log.warn(`The order of cart ${cartId} was cut short, and cannot be placed: ${String(error)}`)
    }
  }
}
