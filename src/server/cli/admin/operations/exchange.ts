import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut } from './compensation/carry-out.ts'
import { needsShipping, findOpenChange, isConfirmed } from './compensation/order-changes.ts'

export interface ExchangeInput extends HttpTypes.AdminCreateExchange {
  /** What the shopper sends back. */
  inbound: HttpTypes.AdminAddExchangeInboundItems & { shipping?: HttpTypes.AdminExchangeAddInboundShipping }
  /** What they get for it. */
  outbound: HttpTypes.AdminAddExchangeOutboundItems & { shipping: HttpTypes.AdminExchangeAddOutboundShipping }
}

/**
 * Agrees that products of an order come back for others.
 * @returns the exchange, confirmed
 * @throws OperationError for what goes out without its delivery; BackendError, after the request has been taken back;
 * LeftOpenError where that failed too; UnclearError where the backend did not say whether it was done
 */
export async function exchangeItems(admin: StaffApi, input: ExchangeInput): Promise<HttpTypes.AdminExchange> {
  const { exchange } = admin
  const { inbound, outbound, ...request } = input
  const { shipping: wayBack, ...coming } = inbound
  const { shipping: wayOut, ...going } = outbound
  const { order_id } = request
  needsShipping(outbound)
  return carryOut({
    name: `The exchange of order ${order_id}`,
    begin: async () => (await exchange.create(request)).exchange.id,
    async prepare(id) {
      await exchange.addInboundItems(id, coming)
      if (wayBack) await exchange.addInboundShipping(id, wayBack)
      await exchange.addOutboundItems(id, going)
      await exchange.addOutboundShipping(id, wayOut)
    },
    finish: async (id) => (await exchange.request(id, {})).exchange,
    takeBack: (id) => exchange.cancelRequest(id),
    look: async (id) =>
      (await isConfirmed(admin, order_id, { exchange_id: id })) ? (await exchange.retrieve(id)).exchange : undefined,
    findOpen: () => findOpenChange(admin, order_id),
  })
}
