import { completeCartWorkflow, createCartWorkflow } from '@medusajs/medusa/core-flows'

import { markCart, markOrder, undoUntied } from '../orders/one-order.ts'

/** @typedef {Record<string, ((step: typeof markOrder) => void) | undefined>} Hooks Medusa's types name one of two. */
const { orderCreated } = /** @type {Hooks} */ (/** @type {unknown} */ (completeCartWorkflow.hooks))
// Without its mark a whole order would be taken for half of one.
if (!orderCreated) throw new Error('Medusa says no longer when an order is whole')

createCartWorkflow.hooks.cartCreated(markCart)
completeCartWorkflow.hooks.validate(undoUntied)
orderCreated(markOrder)
