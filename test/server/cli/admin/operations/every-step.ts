import type { HttpTypes } from '@medusajs/types'
import type { Test } from 'tap'

import { shipOrder } from '#server/cli/admin/operations/fulfilment.ts'

import { lineOf, type AdminScenario } from './admin-scenario.ts'

/** A part of an order change that is added, changed and removed by the id of its action. */
interface Part {
  name: string
  add: () => Promise<Answer>
  change: (action: string) => Promise<Answer>
  /** The fields that the change sets. */
  changed: object
  remove: (action: string) => Promise<Answer>
}

/** Each step answers with a preview of the order, although not every SDK type includes it. */
type Answer = object

/** Runs every step of claims, exchanges, returns, drafts and edits, and every way to cancel them. */
export async function takeEveryStep(t: Test, scenario: AdminScenario): Promise<void> {
  const { admin, ring, other, location_id, place } = scenario
  const { claim, exchange, orderEdit, draftOrder } = admin
  const order = await place(4)
  const order_id = order.id
  const line = lineOf(order, ring).id
  const [way] = order.shipping_methods
  const shipping = { shipping_option_id: way?.shipping_option_id ?? '' }
  const two = { items: [{ id: line, quantity: 2 }] }
  const twoOthers = { items: [{ variant_id: other, quantity: 2 }] }
  const one = { quantity: 1 }
  const cost = { custom_amount: 7 }
  await shipOrder(admin, order_id, { location_id })

  const preview = async (id: string) => (await admin.order.retrievePreview(id)).order
  const nothingOpen = async (t: Test, id = order_id) => {
    const { order_changes } = await admin.order.listChanges(id, { status: ['pending', 'requested'] })
    t.same(order_changes, [], 'no change is open')
  }

  /** @param first the answer of the step before */
  async function changeEach(t: Test, first: Answer, parts: readonly Part[]): Promise<void> {
    let before = actionsOf(first)
    for (const { name, add, change, changed, remove } of parts) {
      const [action, ...more] = actionsOf(await add()).filter((found) => !before.some(({ id }) => id === found.id))
      t.ok(action && more.length === 0, `${name} is added`)
      if (!action) return
      const now = actionsOf(await change(action.id)).find(({ id }) => id === action.id)
      t.match(now, changed, `${name} is changed`)
      before = actionsOf(await remove(action.id))
      t.notOk(
        before.some(({ id }) => id === action.id),
        `${name} is taken out`,
      )
    }
  }

  type Swap = typeof claim | typeof exchange
  const swapParts = (swap: Swap, id: string): Part[] => [
    {
      name: 'an inbound item',
      add: () => swap.addInboundItems(id, two),
      change: (action) => swap.updateInboundItem(id, action, one),
      changed: { details: one },
      remove: (action) => swap.removeInboundItem(id, action),
    },
    {
      name: 'an outbound item',
      add: () => swap.addOutboundItems(id, twoOthers),
      change: (action) => swap.updateOutboundItem(id, action, one),
      changed: { details: one },
      remove: (action) => swap.removeOutboundItem(id, action),
    },
    {
      name: 'outbound shipping',
      add: () => swap.addOutboundShipping(id, shipping),
      change: (action) => swap.updateOutboundShipping(id, action, cost),
      changed: { amount: 7 },
      remove: (action) => swap.deleteOutboundShipping(id, action),
    },
  ]
  const inboundShipping = (swap: Swap, id: string): Part => ({
    name: 'inbound shipping',
    add: () => swap.addInboundShipping(id, shipping),
    change: (action) => swap.updateInboundShipping(id, action, cost),
    changed: { amount: 7 },
    remove: (action) => swap.deleteInboundShipping(id, action),
  })

  await t.test(
    'a claim: each part is added, changed and removed, the request is dropped, and a complete one is canceled',
    async (t) => {
      const { id } = (await claim.create({ order_id, type: 'replace' })).claim
      await changeEach(t, {}, [
        {
          name: 'a claimed item',
          add: () => claim.addItems(id, two),
          change: (action) => claim.updateItem(id, action, one),
          changed: { details: one },
          remove: (action) => claim.removeItem(id, action),
        },
        ...swapParts(claim, id),
      ])
      await changeEach(t, await claim.addInboundItems(id, two), [inboundShipping(claim, id)])
      await claim.cancelRequest(id)
      await nothingOpen(t)

      const whole = (await claim.create({ order_id, type: 'replace' })).claim.id
      await claim.addItems(whole, two)
      await claim.addOutboundItems(whole, twoOthers)
      await claim.request(whole, {})
      await claim.cancel(whole)
      t.ok((await claim.retrieve(whole, { fields: 'canceled_at' })).claim.canceled_at)
      await nothingOpen(t)
    },
  )

  await t.test('an exchange: each part is added, changed and removed, and a complete one is canceled', async (t) => {
    const { id } = (await exchange.create({ order_id })).exchange
    await changeEach(t, {}, swapParts(exchange, id))
    await changeEach(t, await exchange.addInboundItems(id, two), [inboundShipping(exchange, id)])
    await exchange.cancelRequest(id)
    await nothingOpen(t)

    const whole = (await exchange.create({ order_id })).exchange.id
    await exchange.addInboundItems(whole, two)
    await exchange.addOutboundItems(whole, twoOthers)
    await exchange.request(whole, {})
    await exchange.cancel(whole)
    t.ok((await exchange.retrieve(whole, { fields: 'canceled_at' })).exchange.canceled_at)
    await nothingOpen(t)
  })

  await t.test(
    'a return: requested and received items are changed, either step is dropped, and a complete one is canceled',
    async (t) => {
      const begin = async () => (await admin.return.initiateRequest({ order_id, location_id })).return.id
      const dropped = await begin()
      await changeEach(t, {}, [
        {
          name: 'an inbound item',
          add: () => admin.return.addReturnItem(dropped, two),
          change: (action) => admin.return.updateReturnItem(dropped, action, one),
          changed: { details: one },
          remove: (action) => admin.return.removeReturnItem(dropped, action),
        },
        {
          name: 'inbound shipping',
          add: () => admin.return.addReturnShipping(dropped, shipping),
          change: (action) => admin.return.updateReturnShipping(dropped, action, cost),
          changed: { amount: 7 },
          remove: (action) => admin.return.deleteReturnShipping(dropped, action),
        },
      ])
      await admin.return.cancelRequest(dropped)
      await nothingOpen(t)

      const id = await begin()
      await admin.return.addReturnItem(id, two)
      await admin.return.confirmRequest(id, {})
      await changeEach(t, await admin.return.initiateReceive(id, {}), [
        {
          name: 'a received item',
          add: () => admin.return.receiveItems(id, two),
          change: (action) => admin.return.updateReceiveItem(id, action, one),
          changed: { details: one },
          remove: (action) => admin.return.removeReceiveItem(id, action),
        },
        {
          name: 'a dismissed item',
          add: () => admin.return.dismissItems(id, two),
          change: (action) => admin.return.updateDismissItem(id, action, one),
          changed: { details: one },
          // Medusa 2.21 answers the documented call with 500, since it searches the requested items.
          remove: (action) => admin.return.removeReceiveItem(id, action),
        },
      ])
      await admin.return.cancelReceive(id)
      await nothingOpen(t)
      await admin.return.cancel(id)
      t.equal((await admin.return.retrieve(id)).return.status, 'canceled')
    },
  )

  await t.test('an edit of an order: a new item is added and removed, and the edit is dropped', async (t) => {
    const { id } = await place()
    await orderEdit.initiateRequest({ order_id: id })
    await changeEach(t, {}, [
      {
        name: 'a piece',
        add: () => orderEdit.addItems(id, twoOthers),
        change: (action) => orderEdit.updateAddedItem(id, action, one),
        changed: { details: one },
        remove: (action) => orderEdit.removeAddedItem(id, action),
      },
    ])
    await orderEdit.cancelRequest(id)
    await nothingOpen(t, id)
  })

  await t.test('a draft: items, delivery and promotions are added and removed, and an edit is dropped', async (t) => {
    const { region_id, sales_channel_id } = (
      await admin.order.retrieve(order_id, { fields: 'region_id,sales_channel_id' })
    ).order
    const { id } = (
      await draftOrder.create({
        region_id: region_id ?? '',
        sales_channel_id: sales_channel_id ?? '',
        email: 'a-draft@shopper.example',
        items: [{ variant_id: ring, quantity: 1 }],
      })
    ).draft_order
    await admin.promotion.create({
      code: 'DRAFTED',
      type: 'standard',
      status: 'active',
      application_method: { type: 'percentage', target_type: 'order', value: 10, allocation: 'across' },
    })
    await draftOrder.beginEdit(id)
    await changeEach(t, {}, [
      {
        name: 'a piece',
        add: () => draftOrder.addItems(id, twoOthers),
        change: (action) => draftOrder.updateActionItem(id, action, one),
        changed: { details: one },
        remove: (action) => draftOrder.removeActionItem(id, action),
      },
      {
        name: 'outbound shipping',
        add: () => draftOrder.addShippingMethod(id, { ...shipping, ...cost }),
        change: (action) => draftOrder.updateActionShippingMethod(id, action, { ...shipping, custom_amount: 9 }),
        changed: { amount: 9 },
        remove: (action) => draftOrder.removeActionShippingMethod(id, action),
      },
    ])
    const full = (await preview(id)).total
    await draftOrder.addPromotions(id, { promo_codes: ['DRAFTED'] })
    const less = (await preview(id)).total
    t.ok(less < full, 'a promotion makes it cheaper')
    await draftOrder.removePromotions(id, { promo_codes: ['DRAFTED'] })
    t.equal((await preview(id)).total, full, 'and without it the price is the same as before')
    await draftOrder.cancelEdit(id)
    await nothingOpen(t, id)
    t.equal((await draftOrder.retrieve(id, { fields: '*items' })).draft_order.items?.length, 1)
  })
}

function actionsOf(answer: Answer): HttpTypes.AdminOrderChangeAction[] {
  const { order_preview, draft_order_preview } = answer as Record<string, HttpTypes.AdminOrderPreview | undefined>
  const { items = [], shipping_methods = [] } = order_preview ?? draft_order_preview ?? {}
  return [...items, ...shipping_methods].flatMap((row) => row.actions ?? [])
}
