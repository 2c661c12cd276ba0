import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { orTakeBack } from './or-take-back.ts'

export interface ClaimWish extends HttpTypes.AdminCreateClaim {
  /** What came broken, wrong or not at all. */
  items: HttpTypes.AdminAddClaimItems['items']
  /** What the shopper sends back. */
  inbound?: { items: HttpTypes.AdminAddClaimInboundItems['items']; shipping?: HttpTypes.AdminClaimAddInboundShipping }
  /** What they get instead. */
  outbound?: {
    items: HttpTypes.AdminAddClaimOutboundItems['items']
    shipping?: HttpTypes.AdminClaimAddOutboundShipping
  }
}

/**
 * Makes good for pieces of an order, by money or by other pieces.
 * @returns the claim, confirmed
 * @throws BackendError, after the request has been taken back; LeftOpenError where that failed too
 */
export async function openClaim({ claim }: StaffApi, wish: ClaimWish): Promise<HttpTypes.AdminClaim> {
  const { items, inbound, outbound, ...request } = wish
  const { id } = (await claim.create(request)).claim
  return orTakeBack(
    async () => {
      await claim.addItems(id, { items })
      if (inbound) await claim.addInboundItems(id, { items: inbound.items })
      if (inbound?.shipping) await claim.addInboundShipping(id, inbound.shipping)
      if (outbound) await claim.addOutboundItems(id, { items: outbound.items })
      if (outbound?.shipping) await claim.addOutboundShipping(id, outbound.shipping)
      return (await claim.request(id, {})).claim
    },
    { name: `Claim ${id}`, takeBack: () => claim.cancelRequest(id) },
  )
}
