import t, { type Test } from 'tap'
import { Agent, type Dispatcher } from 'undici'

import { listDueOrders } from '#server/cli/admin/operations/due-orders.ts'
import { deliverOrder, shipOrder } from '#server/cli/admin/operations/fulfilment.ts'
import { acceptInvite } from '#server/cli/admin/operations/invite.ts'
import {
  editDraft,
  editOrder,
  exchangeItems,
  openClaim,
  receiveReturn,
  requestReturn,
} from '#server/cli/admin/operations/order-changes.ts'
import { captureOrder, refundOrder } from '#server/cli/admin/operations/payment.ts'
import { createAdminClient, type AdminClient } from '#server/medusa/admin/admin-client.ts'
import { registerCustomer } from '#test/support/customer.ts'
import { hundredths } from '#test/support/orders.ts'

import { freeDelivery, lineOf, openAdminScenario } from './admin-scenario.ts'
import { takeEveryStep } from './every-step.ts'
import { loseAnswers } from './lost-answers.ts'
import { actOnOrders } from './order-actions.ts'
import { adminOf } from './run-admin-command.ts'

const scenario = await openAdminScenario(t)
const { commerce, admin, far, breakWrite, ring, necklace, other, location_id, place, read } = scenario
const runAdmin = adminOf(commerce)

/** Six rings and a necklace, which the tests below ship, return, claim and exchange. */
const order = await place(6)
const orderId = order.id
const shipping = freeDelivery(order)
const [rings, chain] = [lineOf(order, ring), lineOf(order, necklace)]

t.test('an order is shipped and delivered in two parts, and nothing is shipped twice', async (t) => {
  const [first = ''] = await shipOrder(admin, orderId, {
    location_id,
    items: [{ id: rings.id, quantity: 1 }],
    labels: [{ tracking_number: 'T-1', tracking_url: 'https://post.example/T-1', label_url: '#' }],
  })
  t.match(await read(orderId), { fulfillment_status: 'partially_shipped', fulfillments: [{ id: first }] })
  t.same(await deliverOrder(admin, orderId), [first])
  t.match(await read(orderId), { fulfillment_status: 'partially_delivered' })

  await shipOrder(admin, orderId, { location_id })
  await deliverOrder(admin, orderId)
  const done = await read(orderId)
  t.equal(done.fulfillment_status, 'delivered')
  t.match(lineOf(done, ring).detail, { fulfilled_quantity: 6, shipped_quantity: 6, delivered_quantity: 6 })
  await t.rejects(shipOrder(admin, orderId), {
    message: `Everything of order ${order.custom_display_id} has been sent already.`,
  })
  await t.rejects(deliverOrder(admin, orderId), {
    message: `Nothing of order ${order.custom_display_id} is on its way.`,
  })
})

t.test('a merchant translates a product and a category by command line, and the shop shows the texts', async (t) => {
  const { products } = await admin.product.list({ limit: 1, fields: 'id,handle' })
  const { product_categories: categories } = await admin.productCategory.list({ limit: 1, fields: 'id' })
  const [{ id = '' } = {}, { id: category = '' } = {}] = [products[0], categories[0]]
  const set = async (reference: string, row: string, texts: object) =>
    runAdmin(`translations set --reference ${reference} --id ${row} --data -`, { input: { texts } })
  t.match(await set('product', id, { title: 'Кольцо «Заря»' }), { code: 0, out: /Кольцо «Заря»/ })
  t.match(await set('product', id, { subtitle: 'Тихий свет' }), { code: 0 })
  t.match(await set('product_category', category, { name: 'Кольца зари' }), { code: 0 })
  const headers = { 'x-medusa-locale': 'ru-RU' }
  const shown = await commerce.store<{ product: object }>(`/store/products/${id}?fields=title,subtitle`, { headers })
  t.match(shown.product, { title: 'Кольцо «Заря»', subtitle: 'Тихий свет' }, 'the title stays')
  const page = await commerce.store<object>(`/store/product-categories/${category}?fields=name`, { headers })
  t.match(page, { product_category: { name: 'Кольца зари' } })
  const listed = await runAdmin(`translations list --reference_id ${id} --json`)
  t.match(JSON.parse(listed.out), { count: 1, translations: [{ locale_code: 'ru-RU', reference: 'product' }] })

  t.match((await set('ring', id, { title: 'x' })).err, /^"ring" cannot be translated; these can: .*product_category/)
  t.match((await set('product', id, { price: 'x' })).err, /^A product has no texts price, but .*title/)
  t.match((await set('product', 'prod_none', { title: 'x' })).err, 'There is no product prod_none.')
  t.match((await set('product', id, { title: 5 })).err, /^"texts" are texts by field/)
})

t.test('an order is captured and partly refunded, to the cent, although the answers are lost', async (t) => {
  const { total, custom_display_id: number } = order
  const id = orderId
  const due = async () => (await listDueOrders(admin, 'major')).find((one) => one.custom_display_id === number)
  t.match(await due(), { amount: total.toFixed(2), currency_code: 'EUR', email: order.email })
  t.match((await runAdmin('orders due')).out, new RegExp(`${number}.+${total.toFixed(2)}`))
  breakWrite(0, 'after')
  t.match(await captureOrder(far, id, 'major'), [{ amount: hundredths(total), currency: 'EUR' }])
  t.equal(await due(), undefined, 'a paid order is not due')
  t.equal((await read(id)).payment_status, 'captured')
  await t.rejects(captureOrder(admin, id, 'major'), {
    message: `No payment of order ${number} waits to be captured.`,
  })

  breakWrite(0, 'after')
  t.match(await refundOrder(far, id, { amount: 1001, note: 'A scratch' }, 'major'), [{ amount: 1001 }])
  const { payments } = await admin.payment.list({ fields: '*refunds,payment_collection.order.id', limit: 100 })
  const paid = payments.filter((payment) => JSON.stringify(payment).includes(id))
  t.match(paid, [{ refunds: [{ amount: 10.01, note: 'A scratch' }] }])
  t.equal((await read(id)).payment_status, 'partially_refunded')
  await t.rejects(refundOrder(admin, id, { amount: hundredths(total) }, 'major'), {
    message: /^At most €[\d.,]+ of order/,
  })
})

/** From here on each operation succeeds and the answer to its last step is lost. */
t.test('returned items: some are restocked, one is dismissed', async (t) => {
  const request = {
    order_id: orderId,
    location_id,
    items: [
      { id: rings.id, quantity: 2 },
      { id: chain.id, quantity: 1 },
    ],
  }
  breakWrite(2, 'after')
  const { id: returnId } = await requestReturn(far, request)
  t.match((await admin.return.retrieve(returnId)).return, { status: 'requested', order_id: orderId })
  breakWrite(3, 'after')
  await receiveReturn(far, returnId, {
    items: [{ id: rings.id, quantity: 2 }],
    dismissed: [{ id: chain.id, quantity: 1 }],
  })
  t.equal((await admin.return.retrieve(returnId)).return.status, 'received')
  const after = await read(orderId)
  t.match(lineOf(after, ring).detail, { return_received_quantity: 2, return_dismissed_quantity: 0 })
  t.match(lineOf(after, necklace).detail, { return_received_quantity: 0, return_dismissed_quantity: 1 })
})

t.test('a claim replaces a broken item: it comes back, and the replacement arrives', async (t) => {
  breakWrite(5, 'after')
  const { id: claimId } = await openClaim(far, {
    order_id: orderId,
    type: 'replace',
    items: [{ id: rings.id, quantity: 1 }],
    inbound: { items: [{ id: rings.id, quantity: 1 }] },
    outbound: { items: [{ variant_id: ring, quantity: 1 }], shipping },
  })
  const { claim } = await admin.claim.retrieve(claimId, {
    fields: 'claim_items.quantity,*additional_items,return_id,order_id,type',
  })
  t.match(claim, { type: 'replace', order_id: orderId, claim_items: [{ quantity: 1 }] })
  t.match(await returnAndReplace(claim.return_id ?? '', claim.additional_items), {
    status: 'received',
    claim_id: claimId,
    received: 1,
    arrived: [1],
  })
})

t.test('an exchange ships another item for a returned one, and both arrive', async (t) => {
  breakWrite(4, 'after')
  const { id: exchangeId } = await exchangeItems(far, {
    order_id: orderId,
    inbound: { location_id, items: [{ id: rings.id, quantity: 1 }] },
    outbound: { items: [{ variant_id: other, quantity: 1 }], shipping },
  })
  const { exchange } = await admin.exchange.retrieve(exchangeId, { fields: '*additional_items,return_id,order_id' })
  t.equal(exchange.order_id, orderId)
  t.match(await returnAndReplace(exchange.return_id ?? '', exchange.additional_items), {
    status: 'received',
    exchange_id: exchangeId,
    received: 1,
    arrived: [1],
  })
  t.equal(lineOf(await read(orderId), other).detail.delivered_quantity, 1)
})

/** Receives one returned ring and delivers its replacement. @returns the state of both */
async function returnAndReplace(returnId: string, replacements: readonly { item_id?: string }[] = []) {
  const before = lineOf(await read(orderId), ring).detail.return_received_quantity
  await receiveReturn(admin, returnId, { items: [{ id: rings.id, quantity: 1 }] })
  await shipOrder(admin, orderId, { location_id })
  await deliverOrder(admin, orderId)
  const after = await read(orderId)
  const fields = 'status,claim_id,exchange_id'
  return {
    ...(await admin.return.retrieve(returnId, { fields })).return,
    received: lineOf(after, ring).detail.return_received_quantity - before,
    arrived: replacements.map(({ item_id }) => after.items.find(({ id }) => id === item_id)?.detail.delivered_quantity),
  }
}

t.test('a request that is rejected half-way leaves the order open for the next', async (t) => {
  const request = { order_id: orderId, inbound: { items: [{ id: rings.id, quantity: 1 }] } }
  const nothing = { items: [{ variant_id: 'variant_none', quantity: 1 }], shipping }
  await t.rejects(exchangeItems(admin, { ...request, outbound: nothing }), { name: 'BackendError' })
  t.same((await admin.order.listChanges(orderId, { status: ['pending'] })).order_changes, [])
  await t.resolves(
    exchangeItems(admin, { ...request, outbound: { items: [{ variant_id: other, quantity: 1 }], shipping } }),
  )
})

t.test('a placed order is edited, and the price difference is marked as paid', async (t) => {
  const placed = await place()
  const { id } = placed
  const { payment_collections } = (await admin.order.retrieve(id, { fields: 'payment_collections.payments.id' })).order
  await admin.payment.capture(payment_collections?.[0]?.payments?.[0]?.id ?? '', { amount: 1 })
  t.match(await captureOrder(admin, id, 'major'), [{ amount: hundredths(placed.total) - 100 }], 'the rest of it')
  breakWrite(4, 'after')
  await editOrder(far, {
    order_id: id,
    add: [{ variant_id: other, quantity: 1, unit_price: 5000 }],
    quantities: { [lineOf(placed, ring).id]: 1 },
  })
  const edited = await read(id)
  t.equal(lineOf(edited, ring).quantity, 1)
  t.equal(lineOf(edited, other).quantity, 1)
  t.match((await admin.order.listChanges(id)).order_changes, [{ change_type: 'edit', status: 'confirmed' }])

  const { pending_difference: amount } = edited.summary
  const { payment_collection: more } = await admin.paymentCollection.create({ order_id: id, amount })
  await admin.paymentCollection.markAsPaid(more.id, { order_id: id })
  t.match(await read(id), { payment_status: 'captured', summary: { pending_difference: 0 } })
})

t.test('an order is created from an edited draft', async (t) => {
  const { id: region_id } = (await admin.region.list({ currency_code: 'eur', fields: 'id' })).regions[0] ?? { id: '' }
  const { sales_channels } = await admin.salesChannel.list({ fields: 'id' })
  const draft = {
    region_id,
    email: 'by-hand@shopper.example',
    sales_channel_id: sales_channels[0]?.id ?? '',
    items: [{ variant_id: ring, quantity: 1 }],
  }
  const { draft_order } = await admin.draftOrder.create(draft, { fields: '*items' })
  const [line] = draft_order.items ?? []
  breakWrite(4, 'after')
  await editDraft(far, draft_order.id, {
    items: { [line?.id ?? '']: { quantity: 3 } },
    add: [{ variant_id: necklace, quantity: 2 }],
  })
  const changed = await read(draft_order.id)
  t.same(
    [ring, necklace].map((variant) => lineOf(changed, variant).quantity),
    [3, 2],
  )
  t.equal((await admin.draftOrder.list({ q: draft.email })).count, 1)
  await admin.draftOrder.convertToOrder(draft_order.id)
  t.match(await read(draft_order.id), { status: 'pending', email: draft.email })
  t.equal((await admin.draftOrder.list({ q: draft.email })).count, 0, 'and is a draft no more')
  await admin.order.cancel(draft_order.id)
  t.equal((await read(draft_order.id)).status, 'canceled', 'and can be called off like any other')
})

t.test('an invited person becomes a member of the staff, once', async (t) => {
  const email = 'grace@shop.example'
  const { id } = (await admin.invite.create({ email })).invite
  const { invite } = await admin.invite.resend(id)
  const person = { token: invite.token, email, password: 'a password of nobody', first_name: 'Grace' }
  const joined = await runAdmin('invites join --data - --json', { input: person, env: { MEDUSA_ADMIN_KEY: '' } })
  const { user } = JSON.parse(joined.out) as { user: { id: string } }
  t.match((await admin.user.retrieve(user.id)).user, { email, first_name: 'Grace' })
  t.same((await admin.invite.list({ fields: 'id' })).invites, [])

  const eve = { ...person, email: 'eve@shop.example' }
  await t.rejects(acceptInvite(guest(t), eve), { name: 'OperationError', message: /^The invite is over/ })

  await registerCustomer(commerce, 'hedy@shopper.example')
  const hedy = { email: 'hedy@shopper.example', password: 'a password of nobody' }
  const { token } = (await admin.invite.create({ email: hedy.email })).invite
  await t.rejects(acceptInvite(guest(t), { ...hedy, token, password: 'a wrong one' }), {
    message: `${hedy.email} has an account already, and this is not its password.`,
  })
  t.equal(
    (await acceptInvite(guest(t), { ...hedy, token })).email,
    hedy.email,
    'a shopper can become a member of the staff',
  )
  const another = (await admin.invite.create({ email: 'grace@home.example' })).invite
  await t.rejects(acceptInvite(guest(t), { ...person, token: another.token }), {
    message: `${email} is one of the staff already.`,
  })

  const own = guest(t)
  await own.auth.login('emailpass', person)
  t.equal((await own.admin.user.me()).user.email, email)
  t.ok(await own.auth.refresh())
  t.equal((await own.admin.user.me()).user.email, email, 'and goes on with a new token')
  const browsing = guest(t, withHttpsHeader(t))
  await browsing.auth.login('emailpass', person)
  await browsing.auth.startSession()
  t.equal((await browsing.admin.user.me()).user.email, email, 'a session will do as well as a token')
  await browsing.auth.logout()
  await t.rejects(browsing.admin.user.me(), { message: 'Unauthorized' })
  await own.auth.logout()
  await t.rejects(own.admin.user.me(), { message: 'Unauthorized' })
})

/** A client that has not logged in yet. */
function guest(t: Test, dispatcher?: Dispatcher): AdminClient {
  const auth = { login: { jwtTokenStorageMethod: 'memory' } } as const
  const client = createAdminClient({ baseUrl: commerce.medusaUrl, auth, dispatcher })
  t.teardown(() => client.close())
  return client
}

/** Sets `x-forwarded-proto`, since the session cookie is sent over HTTPS only. */
function withHttpsHeader(t: Test): Dispatcher {
  const agent = new Agent()
  t.teardown(() => agent.destroy())
  return agent.compose((dispatch) => (call, handler) => {
    const headers = { ...(call.headers as Record<string, string>), 'x-forwarded-proto': 'https' }
    return dispatch({ ...call, headers }, handler)
  })
}

t.test('rules of a promotion are created, updated and deleted in one call', async (t) => {
  const rule = (value: string) => ({ attribute: 'customer.groups.id', operator: 'in' as const, values: [value] })
  const { promotion } = await admin.promotion.create({
    code: 'RULED',
    type: 'standard',
    application_method: { type: 'percentage', target_type: 'order', value: 10 },
    rules: [rule('cusgroup_1'), { ...rule('eur'), attribute: 'currency_code' }],
  })
  const { rules } = await admin.promotion.listRules(promotion.id, 'rules')
  const [group, currency] = ['customer.groups.id', 'currency_code'].map(
    (attribute) => rules.find((one) => one.attribute === attribute)?.id ?? '',
  )
  await admin.promotion.batchRules(promotion.id, 'rules', {
    create: [{ ...rule('reg_1'), attribute: 'region.id' }],
    update: [{ id: group ?? '', ...rule('cusgroup_2') }],
    delete: [currency ?? ''],
  })
  const after = (await admin.promotion.listRules(promotion.id, 'rules')).rules
  t.same(new Set(after.map(({ attribute }) => attribute)), new Set(['customer.groups.id', 'region.id']))
  t.match(after.find((one) => one.id === group)?.values, [{ value: 'cusgroup_2' }])
})

t.test('every step of order changes, and every way to cancel them', (t) => takeEveryStep(t, scenario))
t.test('order actions that take one call', (t) => actOnOrders(t, scenario))
t.test('lost answers', (t) => loseAnswers(t, scenario, order))

t.test('an operator lists orders, captures one, ships it, and refunds a part', async (t) => {
  const { id, total, display_id, custom_display_id: number = '' } = await place()
  const list = await runAdmin('orders list --limit 1 --order -created_at --fields id,display_id,total')
  t.match(list, { code: 0, out: new RegExp(`^id +display_id +.*\n${id} +${display_id} .*\n1 of \\d+\n$`), err: '' })

  t.match(
    (await runAdmin(`orders capture ${number.toLowerCase()}`)).out,
    new RegExp(`pay_\\w+ +${total.toFixed(2)} +EUR`),
  )
  t.equal((await runAdmin(`orders ship --id ${display_id} --location_id ${location_id}`)).code, 0)
  const refund = await runAdmin(`orders refund --id ${id} --amount 10.50 --json`)
  t.match(JSON.parse(refund.out), { payments: [{ amount: '10.50', currency: 'EUR' }] })
  t.match(await read(id), { payment_status: 'partially_refunded', fulfillment_status: 'shipped' })

  const nothing = `No payment of order ${number} waits to be captured.\n`
  t.same(await runAdmin(`orders capture --id ${id}`), { code: 1, out: '', err: nothing })
})

t.test('an error is printed as one sentence, and nothing is deleted without confirmation', async (t) => {
  const { product_tag: tag } = await admin.productTag.create({ value: 'vintage' })
  const lapsed = `ey${commerce.adminKey}`
  for (const [args, env, text] of [
    ['orders capture --id order_none', {}, /^Order id not found: order_none\.\n$/],
    ['orders list', { MEDUSA_ADMIN_TOKEN: lapsed }, /^http\S+ refuses MEDUSA_ADMIN_TOKEN: it has lapsed[^\n]+\.\n$/],
    ['orders list', { MEDUSA_URL: 'http://127.0.0.1:9' }, /^The commerce backend could not be reached[^\n]+\n$/],
    ['products list --query a[b][c][d][e][f][g]=1', {}, /^A query is at most 5 deep; [^\n]+\.\n$/],
    ['uploads put --url rings.csv --file package.json', {}, /^"rings.csv" is no address of a file: [^\n]+\.\n$/],
    ['products retrieve-option --id prod_1 --option_id opt_1', {}, /^http\S+ knows no such call: [^\n]+\.\n$/],
    [
      `product-tags delete --id ${tag.id}`,
      {},
      /^Delete product-tags \S+ at \S+, for good\? There is no terminal [^\n]+\.\n$/,
    ],
  ] as const) {
    t.match(await runAdmin(args, { env }), { code: 1, out: '', err: text }, args)
  }
  const wrong = await runAdmin('product-tags create --data -', { input: { valu: 'modern' } })
  t.match(wrong, { code: 1, err: "Invalid request: Field 'value' is required; Unrecognized fields: 'valu'.\n" })

  t.equal((await admin.productTag.retrieve(tag.id)).product_tag.value, 'vintage', 'it is still there')
  t.equal((await runAdmin(`product-tags delete --id ${tag.id} --yes`)).code, 0)
  const gone = await runAdmin(`product-tags retrieve --id ${tag.id}`)
  t.same(gone, { code: 1, out: '', err: `There is no product-tags ${tag.id}.\n` })
})

t.test('a long list in a query is read completely', async (t) => {
  const { products } = await admin.product.list({ limit: 25, fields: 'id' })
  const id = products.map((product) => product.id)
  t.equal((await admin.product.list({ id, limit: 1, fields: 'id' })).count, 25)
})

t.test('an operator reads every page of a list and sees the progress', async (t) => {
  const { count } = await admin.product.list({ limit: 1, fields: 'id' })
  const { out, err } = await runAdmin('products list --all --limit 20 --fields id --json')
  t.equal((JSON.parse(out) as { products: object[] }).products.length, count)
  t.equal(err, `20 of ${count} products\n${count} of ${count} products\n`)
})
