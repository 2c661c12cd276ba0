import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { OperationError, runSaga, type Saga } from './compensation.ts'

// Every exported operation of this file throws a BackendError after it was rolled back, RollbackFailedError if the
// rollback failed, and UnknownOutcomeError if it is unknown whether a step worked.

export interface OrderEditInput extends HttpTypes.AdminInitiateOrderEditRequest {
  add?: HttpTypes.AdminAddOrderEditItems['items']
  /** New quantities of existing items, by line item id; 0 removes an item. */
  quantities?: Record<string, number>
}

/**
 * Changes the items of a placed order.
 * @returns the order with the changes
 */
export async function editOrder(admin: StaffApi, input: OrderEditInput): Promise<HttpTypes.AdminOrderPreview> {
  const { orderEdit } = admin
  const { add = [], quantities = {}, ...request } = input
  const { order_id } = request
  return changeOrder(admin, order_id, {
    name: `The edit of order ${order_id}`,
    begin: () => orderEdit.initiateRequest(request),
    async prepare() {
      if (add.length > 0) await orderEdit.addItems(order_id, { items: add })
      for (const [item, quantity] of Object.entries(quantities)) {
        await orderEdit.updateOriginalItem(order_id, item, { quantity })
      }
      await orderEdit.request(order_id)
    },
    finish: async () => (await orderEdit.confirm(order_id)).order_preview,
    rollBack: () => orderEdit.cancelRequest(order_id),
    filter: () => ({ change_type: 'edit' }),
    readResult: async () => (await admin.order.retrievePreview(order_id)).order,
  })
}

export interface DraftChanges {
  add?: HttpTypes.AdminAddDraftOrderItem[]
  /** Changes of existing items, by line item id. */
  items?: Record<string, HttpTypes.AdminUpdateDraftOrderItem>
  addPromotions?: string[]
  removePromotions?: string[]
  addShipping?: HttpTypes.AdminAddDraftOrderShippingMethod[]
  /** Ids of shipping methods. */
  removeShipping?: string[]
}

/**
 * Changes a draft order.
 * @returns the changed draft
 */
export async function editDraft(
  admin: StaffApi,
  id: string,
  changes: DraftChanges,
): Promise<HttpTypes.AdminDraftOrder> {
  const { draftOrder } = admin
  const { add, items = {}, addPromotions, removePromotions, addShipping = [], removeShipping = [] } = changes
  await changeOrder(admin, id, {
    name: `The edit of draft ${id}`,
    begin: () => draftOrder.beginEdit(id),
    async prepare() {
      if (add) await draftOrder.addItems(id, { items: add })
      for (const [item, change] of Object.entries(items)) await draftOrder.updateItem(id, item, change)
      if (removePromotions) await draftOrder.removePromotions(id, { promo_codes: removePromotions })
      if (addPromotions) await draftOrder.addPromotions(id, { promo_codes: addPromotions })
      for (const method of removeShipping) await draftOrder.removeShippingMethod(id, method)
      for (const method of addShipping) await draftOrder.addShippingMethod(id, method)
      await draftOrder.requestEdit(id)
    },
    finish: async () => {
      await draftOrder.confirmEdit(id)
      return true
    },
    rollBack: () => draftOrder.cancelEdit(id),
    filter: () => ({ change_type: 'edit' }),
    readResult: async () => true,
  })
  return (await draftOrder.retrieve(id)).draft_order
}

export interface ReturnInput extends HttpTypes.AdminInitiateReturnRequest {
  items: HttpTypes.AdminAddReturnItem[]
  shipping?: HttpTypes.AdminAddReturnShipping
}

/**
 * Requests a return of items of an order.
 * @returns the confirmed return
 */
export async function requestReturn(admin: StaffApi, input: ReturnInput): Promise<HttpTypes.AdminReturn> {
  const { items, shipping, ...request } = input
  const { order_id } = request
  return changeOrder(admin, order_id, {
    name: `The return of order ${order_id}`,
    begin: async () => (await admin.return.initiateRequest(request)).return.id,
    async prepare(id) {
      await admin.return.addReturnItem(id, { items })
      if (shipping) await admin.return.addReturnShipping(id, shipping)
    },
    finish: async (id) => (await admin.return.confirmRequest(id, {})).return,
    rollBack: (id) => admin.return.cancelRequest(id),
    filter: (id) => ({ return_id: id, change_type: 'return_request' }),
    readResult: async (id) => (await admin.return.retrieve(id)).return,
  })
}

export interface ReturnReceipt {
  /** Items that are restocked. */
  items?: HttpTypes.AdminReceiveItems['items']
  /** Returned items that cannot be sold again. */
  dismissed?: HttpTypes.AdminDismissItems['items']
}

/**
 * Records which items of a return have arrived. May be called once per parcel.
 * @returns the return with everything received so far
 */
export async function receiveReturn(
  admin: StaffApi,
  id: string,
  { items = [], dismissed = [] }: ReturnReceipt,
): Promise<HttpTypes.AdminReturn> {
  const readReturn = async () => (await admin.return.retrieve(id)).return
  return runSaga({
    name: `The receipt of return ${id}`,
    begin: () => admin.return.initiateReceive(id, {}),
    async prepare() {
      if (items.length > 0) await admin.return.receiveItems(id, { items })
      if (dismissed.length > 0) await admin.return.dismissItems(id, { items: dismissed })
    },
    finish: async () => (await admin.return.confirmReceive(id, {})).return,
    rollBack: () => admin.return.cancelReceive(id),
    async findResult() {
      const now = await readReturn()
      const is = await isConfirmed(admin, now.order_id, { return_id: id, change_type: 'return_receive' })
      return is ? now : undefined
    },
    findOpen: async () => findOpenChange(admin, (await readReturn()).order_id),
  })
}

export interface ClaimInput extends HttpTypes.AdminCreateClaim {
  /** Items that arrived broken, are wrong, or are missing. */
  items: HttpTypes.AdminAddClaimItems['items']
  /** Items that the shopper sends back. */
  inbound?: { items: HttpTypes.AdminAddClaimInboundItems['items']; shipping?: HttpTypes.AdminClaimAddInboundShipping }
  /** Replacements for the shopper. */
  outbound?: {
    items: HttpTypes.AdminAddClaimOutboundItems['items']
    shipping: HttpTypes.AdminClaimAddOutboundShipping
  }
}

/**
 * Opens a claim. Replacements are then shipped, and money refunded, like those of any order.
 * @returns the confirmed claim
 * @throws OperationError if the outbound items have no shipping
 */
export async function openClaim(admin: StaffApi, input: ClaimInput): Promise<HttpTypes.AdminClaim> {
  const { claim } = admin
  const { items, inbound, outbound, ...request } = input
  const { order_id } = request
  if (outbound) requireShipping(outbound)
  return changeOrder(admin, order_id, {
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
    rollBack: (id) => claim.cancelRequest(id),
    filter: (id) => ({ claim_id: id }),
    readResult: async (id) => (await claim.retrieve(id)).claim,
  })
}

export interface ExchangeInput extends HttpTypes.AdminCreateExchange {
  /** Items that the shopper sends back. */
  inbound: HttpTypes.AdminAddExchangeInboundItems & { shipping?: HttpTypes.AdminExchangeAddInboundShipping }
  /** Items that the shopper gets instead. */
  outbound: HttpTypes.AdminAddExchangeOutboundItems & { shipping: HttpTypes.AdminExchangeAddOutboundShipping }
}

/**
 * Exchanges items of an order for others.
 * @returns the confirmed exchange
 * @throws OperationError if the outbound items have no shipping
 */
export async function exchangeItems(admin: StaffApi, input: ExchangeInput): Promise<HttpTypes.AdminExchange> {
  const { exchange } = admin
  const { inbound, outbound, ...request } = input
  const { shipping: inboundShipping, ...inboundItems } = inbound
  const { shipping: outboundShipping, ...outboundItems } = outbound
  const { order_id } = request
  requireShipping(outbound)
  return changeOrder(admin, order_id, {
    name: `The exchange of order ${order_id}`,
    begin: async () => (await exchange.create(request)).exchange.id,
    async prepare(id) {
      await exchange.addInboundItems(id, inboundItems)
      if (inboundShipping) await exchange.addInboundShipping(id, inboundShipping)
      await exchange.addOutboundItems(id, outboundItems)
      await exchange.addOutboundShipping(id, outboundShipping)
    },
    finish: async (id) => (await exchange.request(id, {})).exchange,
    rollBack: (id) => exchange.cancelRequest(id),
    filter: (id) => ({ exchange_id: id }),
    readResult: async (id) => (await exchange.retrieve(id)).exchange,
  })
}

type Change = Pick<
  HttpTypes.AdminOrderChange,
  'id' | 'change_type' | 'status' | 'claim_id' | 'exchange_id' | 'return_id' | 'created_at'
>
type ChangeFilter = Partial<Record<'change_type' | 'claim_id' | 'exchange_id' | 'return_id', string>>

const FIELDS = 'id,change_type,status,claim_id,exchange_id,return_id,created_at'
const OPEN: readonly string[] = ['pending', 'requested']

interface OrderChange<Begun, Result> extends Omit<Saga<Begun, Result>, 'findResult' | 'findOpen'> {
  /** Distinguishes this change from the other changes of the order. */
  filter: (begun: Begun) => ChangeFilter
  /** Reads the result of a confirmed change. */
  readResult: (begun: Begun) => Promise<Result>
}

/** Runs a saga whose outcome Medusa records among the changes of the order. */
function changeOrder<Begun, Result>(
  admin: StaffApi,
  orderId: string,
  { filter, readResult, ...saga }: OrderChange<Begun, Result>,
): Promise<Result> {
  return runSaga({
    ...saga,
    findResult: async (begun) => ((await isConfirmed(admin, orderId, filter(begun))) ? readResult(begun) : undefined),
    findOpen: () => findOpenChange(admin, orderId),
  })
}

/**
 * Finds the open change of an order; the backend refuses a second one.
 * @returns its name, such as `claim claim_1`; undefined if there is none
 */
async function findOpenChange(admin: StaffApi, orderId: string): Promise<string | undefined> {
  const open = (await readChanges(admin, orderId)).find(({ status }) => OPEN.includes(status))
  if (!open) return undefined
  const { claim_id, exchange_id, return_id, change_type } = open
  if (claim_id) return `claim ${claim_id}`
  if (exchange_id) return `exchange ${exchange_id}`
  return return_id ? `return ${return_id}` : `${change_type ?? 'change'} ${open.id}`
}

/** @returns whether the latest change of the order that matches the filter is confirmed */
async function isConfirmed(admin: StaffApi, orderId: string, filter: ChangeFilter): Promise<boolean> {
  const matching = (await readChanges(admin, orderId)).filter((change) =>
    Object.entries(filter).every(([name, value]) => change[name as keyof ChangeFilter] === value),
  )
  return matching[0]?.status === 'confirmed'
}

/** The newest first. */
async function readChanges(admin: StaffApi, orderId: string): Promise<Change[]> {
  const { order_changes } = await admin.order.listChanges(orderId, { fields: FIELDS })
  return order_changes.toSorted((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
}

/**
 * Medusa reserves outbound items only if their shipping is set, and ships only reserved items. A claim without shipping
 * would be confirmed but could never be fulfilled.
 * @throws OperationError if the shipping is missing
 */
function requireShipping(outbound: { shipping?: unknown }): void {
  if (outbound.shipping) return
  throw new OperationError(
    'What goes out needs its delivery: "outbound" takes "shipping" with a "shipping_option_id", and a "custom_amount" of ' +
      '0 where it is free. "orders list-shipping-options" lists what an order can be sent by.',
  )
}
