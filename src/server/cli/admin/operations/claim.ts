import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut } from './compensation/carry-out.ts'
import { needsShipping, findOpenChange, isConfirmed } from './compensation/order-changes.ts'

export interface ClaimInput extends HttpTypes.AdminCreateClaim {
  /** What came broken, wrong or not at all. */
  items: HttpTypes.AdminAddClaimItems['items']
  /** What the shopper sends back. */
  inbound?: { items: HttpTypes.AdminAddClaimInboundItems['items']; shipping?: HttpTypes.AdminClaimAddInboundShipping }
  /** What they get instead. */
  outbound?: {
    items: HttpTypes.AdminAddClaimOutboundItems['items']
    shipping: HttpTypes.AdminClaimAddOutboundShipping
  }
}

/**
 * Agrees that products of an order came broken, wrong or not at all. Others are then to be sent, or money to be given
 * back, as any other is.
 * @returns the claim, confirmed
 * @throws OperationError for what goes out without its delivery; BackendError, after the request has been taken back;
 * LeftOpenError where that failed too; UnclearError where the backend did not say whether it was done
 */
export async function openClaim(admin: StaffApi, input: ClaimInput): Promise<HttpTypes.AdminClaim> {
  const { claim } = admin
  const { items, inbound, outbound, ...request } = input
  const { order_id } = request
  if (outbound) needsShipping(outbound)
  return carryOut({
    name: `The claim of order ${order_id}`,
    begin: async () => (await claim.create(request)).claim.id,
    async prepare(id) {
      await claim.addItems(id, { items })
      if (inbound) await claim.addInboundItems(id, { items: inbound.items })
      if (inbound?.shipping) await claim.addInboundShipping(id, inbound.shipping)
      if (outbound) {
        await claim.addOutboundItems(id, { items: outbound.items })
        await claim.addOutboundShipping(id, outbound.shipping)
      }
    },
    finish: async (id) => (await claim.request(id, {})).claim,
    takeBack: (id) => claim.cancelRequest(id),
    look: async (id) =>
      (await isConfirmed(admin, order_id, { claim_id: id })) ? (await claim.retrieve(id)).claim : undefined,
    findOpen: () => findOpenChange(admin, order_id),
  })
}
