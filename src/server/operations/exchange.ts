import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { orTakeBack } from './or-take-back.ts'

export interface ExchangeWish extends HttpTypes.AdminCreateExchange {
  /** What the shopper sends back. */
  inbound: HttpTypes.AdminAddExchangeInboundItems & { shipping?: HttpTypes.AdminExchangeAddInboundShipping }
  /** What they get for it. */
  outbound: HttpTypes.AdminAddExchangeOutboundItems & { shipping?: HttpTypes.AdminExchangeAddOutboundShipping }
}

/**
 * Takes pieces of an order back for others.
 * @returns the exchange, confirmed
 * @throws BackendError, after the request has been taken back; LeftOpenError where that failed too
 */
export async function exchangeItems({ exchange }: StaffApi, wish: ExchangeWish): Promise<HttpTypes.AdminExchange> {
  const { inbound, outbound, ...request } = wish
  const { shipping: wayBack, ...coming } = inbound
  const { shipping: wayOut, ...going } = outbound
  const { id } = (await exchange.create(request)).exchange
  return orTakeBack(
    async () => {
      await exchange.addInboundItems(id, coming)
      if (wayBack) await exchange.addInboundShipping(id, wayBack)
      await exchange.addOutboundItems(id, going)
      if (wayOut) await exchange.addOutboundShipping(id, wayOut)
      return (await exchange.request(id, {})).exchange
    },
    { name: `Exchange ${id}`, takeBack: () => exchange.cancelRequest(id) },
  )
}
