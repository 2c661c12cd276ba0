import { OperationError } from './operation-error.ts'

/**
 * Medusa keeps back what is to go out for another product only where its delivery is named, and sends nothing that it
 * has not kept back: such a claim would be confirmed, and stay so for ever.
 * @throws OperationError where it is not named
 */
export function needsShipping(outbound: { shipping?: unknown }): void {
  if (outbound.shipping) return
  throw new OperationError(
    'What goes out needs its delivery: "outbound" takes "shipping" with a "shipping_option_id", and a "custom_amount" of ' +
      '0 where it is free. "orders list-shipping-options" lists what an order can be sent by.',
  )
}
