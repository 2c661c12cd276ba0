import type { Test } from 'tap'

import { acceptInvite } from '#server/cli/admin/operations/invite.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { registerCustomer } from '#test/support/customer.ts'

import { lineOf, type AdminScenario } from './admin-scenario.ts'

/** Actions on orders that take one call; each is verified by a second call. */
export async function actOnOrders(t: Test, scenario: AdminScenario): Promise<void> {
  const { admin, commerce, ring, location_id, place, read } = scenario
  const person = await openAsPerson()

  await t.test('an order is packed, unpacked, transferred or not, completed and archived', async (t) => {
    const order = await place()
    const { id } = order
    const items = [{ id: lineOf(order, ring).id, quantity: 1 }]
    const packed = (await admin.order.createFulfillment(id, { items, location_id }, { fields: '*fulfillments' })).order
    await admin.order.cancelFulfillment(id, packed.fulfillments?.[0]?.id ?? '', {})
    t.match(await read(id), { fulfillment_status: 'canceled', fulfillments: [{ canceled_at: String }] })

    const heir = await registerCustomer(commerce, 'heir@shopper.example')
    const transfers = async () => (await admin.order.listChanges(id, { change_type: 'transfer' })).order_changes
    await admin.order.requestTransfer(id, { customer_id: heir.id })
    t.match(await transfers(), [{ status: 'requested' }])
    // Medusa allows this to a logged-in member of the staff, and not to an API key.
    await person.order.cancelTransfer(id)
    t.notOk((await transfers()).some(({ status }) => status === 'requested'))

    await admin.order.complete(id, {})
    t.equal((await read(id)).status, 'completed')
    await admin.order.archive(id)
    t.equal((await read(id)).status, 'archived')
  })

  await t.test('an invite is deleted', async (t) => {
    const { invite } = await admin.invite.create({ email: 'mistake@shop.example' })
    t.equal((await admin.invite.retrieve(invite.id)).invite.email, 'mistake@shop.example')
    await admin.invite.delete(invite.id)
    await t.rejects(admin.invite.retrieve(invite.id), { name: 'BackendError', message: /not found/ })
  })
  async function openAsPerson(): Promise<StaffApi> {
    const auth = { login: { jwtTokenStorageMethod: 'memory' } } as const
    const client = createAdminClient({ baseUrl: commerce.medusaUrl, auth })
    t.teardown(() => client.close())
    const member = { email: 'mary@shop.example', password: 'a password of nobody' }
    const { invite } = await admin.invite.create({ email: member.email })
    await acceptInvite(client, { ...member, token: invite.token })
    await client.auth.login('emailpass', member)
    return client.admin
  }
}
