import type { Test } from 'tap'

import { shipOrder } from '#server/cli/admin/operations/fulfilment.ts'
import { openClaim } from '#server/cli/admin/operations/order-changes.ts'
import { refundOrder } from '#server/cli/admin/operations/payment.ts'

import { freeDelivery, lineOf, type AdminScenario } from './admin-scenario.ts'

/** If the outcome of a call is unknown, the error message says so. */
export async function loseAnswers(t: Test, scenario: AdminScenario, sent: { id: string }): Promise<void> {
  const { admin, far, breakWrite, ring, other, location_id, place, read } = scenario

  await t.test('the answer to a refund is lost, so the refund may have worked', async (t) => {
    const { id } = sent
    breakWrite(0, 'before')
    await t.rejects(refundOrder(far, id, { amount: 1001 }, 'major'), {
      name: 'PartiallyMovedError',
      message: /\(POST \S+\/refund: \w+\)\. €10\.01 \(pay_\w+\) may have been given back; look at that payment/,
    })
  })

  await t.test('a claim with a lost first or last answer may have worked; a rejected step rolls it back', async (t) => {
    const { id } = sent
    const order = await read(id)
    const items = [{ id: lineOf(order, ring).id, quantity: 1 }]
    const outbound = { items: [{ variant_id: other, quantity: 1 }], shipping: freeDelivery(order) }
    const claim = () => openClaim(far, { order_id: id, type: 'replace', items, outbound })
    const open = async () => (await admin.order.listChanges(id, { status: ['pending', 'requested'] })).order_changes

    breakWrite(4, 'before')
    await t.rejects(claim(), {
      name: 'UnknownOutcomeError',
      message: /may have gone through all the same, and was not taken back/,
    })
    await admin.claim.cancelRequest((await open())[0]?.claim_id ?? '')

    breakWrite(0, 'after')
    const begun = new RegExp(
      `The claim of order ${id} may have been begun all the same; claim claim_\\w+ is open now: `,
    )
    await t.rejects(claim(), { name: 'UnknownOutcomeError', message: begun })
    await admin.claim.cancelRequest((await open())[0]?.claim_id ?? '')

    breakWrite(1, 'refused')
    await t.rejects(claim(), { name: 'BackendError' })
    t.same(await open(), [])
  })

  await t.test('a parcel is neither unpacked nor packed twice if an answer is lost', async (t) => {
    const order = await place(3)
    const { id } = order
    const items = [{ id: lineOf(order, ring).id, quantity: 1 }]
    const packed = (await admin.order.createFulfillment(id, { location_id, items })).order.fulfillments?.[0]
    breakWrite(1, 'after')
    await t.rejects(shipOrder(far, id, { location_id }), {
      message:
        /^ful_\w+ of order \S+ went out; the rest did not: .* The parcel .* may have been begun all the same; look/,
    })
    t.match(await read(id), { fulfillment_status: 'partially_shipped', fulfillments: { length: 2 } })
    breakWrite(0, 'after')
    const [rest] = await shipOrder(far, id, { location_id })
    t.not(rest, packed?.id)
    t.match(await read(id), { fulfillment_status: 'shipped', fulfillments: { length: 2 } })
  })
}
