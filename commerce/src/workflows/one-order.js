import { completeCartWorkflow, createCartWorkflow } from '@medusajs/medusa/core-flows'

import { markCart, markOrder, undoUnlinked } from '../orders/one-order.ts'

/** @typedef {Record<string, ((step: typeof markOrder) => void) | undefined>} Hooks Medusa's types lack one of the two hooks. */
const { orderCreated } = /** @type {Hooks} */ (/** @type {unknown} */ (completeCartWorkflow.hooks))
// Without this hook every complete order would be taken for an incomplete one.
if (!orderCreated) throw new Error('completeCartWorkflow.hooks.orderCreated is missing in this Medusa version')

createCartWorkflow.hooks.cartCreated(markCart)
completeCartWorkflow.hooks.validate(undoUnlinked)
orderCreated(markOrder)
