import { completeCartWorkflow, createCartWorkflow } from '@medusajs/medusa/core-flows'

import { markCart, markOrder, undoUnlinked } from '../orders/one-order.ts'

/** Medusa's types lack it. */
const { orderCreated } = completeCartWorkflow.hooks as { orderCreated?: (step: typeof markOrder) => void }
// Without this hook every complete order would be taken for an incomplete one.
if (!orderCreated) throw new Error('completeCartWorkflow.hooks.orderCreated is missing in this Medusa version')

createCartWorkflow.hooks.cartCreated(markCart)
completeCartWorkflow.hooks.validate(undoUnlinked)
orderCreated(markOrder)
