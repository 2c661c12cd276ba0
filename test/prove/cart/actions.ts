import fc from 'fast-check'

import type { CartMessage } from '#app/cart/messages.ts'
import { PROMO_CODE, priceOf, titleOf } from '#test/support/fake-backend.ts'
import { settleMicrotasks } from '#test/support/fake-clock.ts'

import { VARIANTS } from './expectations.ts'
import type { Session } from './session.ts'

/** The session holds all state, so the model of fast-check is empty. */
type Model = object
type Action = fc.AsyncCommand<Model, Session>

const HASTY = /the page|complete|codes|undo|say |vanishes|buys|come again/

function action(name: string, run: (session: Session) => void | Promise<void>): Action {
  return {
    check: () => true,
    async run(_model, session) {
      // The shopper can only click on a page that is not frozen.
      if (!name.includes('the page')) session.page().ensureVisible()
      if (HASTY.test(name)) session.allowEarlyWrites()
      await run(session)
      await settleMicrotasks()
      if (!session.page().isFrozen()) session.expected.check(session.page().store.state.view)
    },
    toString: () => name,
  }
}

const variant = fc.constantFrom(...VARIANTS)
const few = fc.integer({ min: 1, max: 4 })

const add = fc.tuple(variant, few).map(([variantId, quantity]) =>
  action(`add ${quantity} ${variantId}`, (session) => {
    const before = session.shown(variantId)
    const unitPrice = priceOf(variantId, session.page().store.state.view.currency_code)
    session.page().store.add({ variantId, quantity, title: titleOf(variantId), unitPrice })
    session.asked(variantId, before + quantity)
  }),
)

function onLine(name: string, variantId: string, run: (session: Session, before: number) => number): Action {
  return action(`${name} ${variantId}`, (session) => {
    const before = session.shown(variantId)
    if (before > 0) session.asked(variantId, run(session, before))
  })
}

const change = fc.tuple(variant, fc.boolean()).map(([variantId, isMore]) =>
  onLine(isMore ? 'more of' : 'less of', variantId, (session, before) => {
    session.page().store.changeQuantity(variantId, isMore ? 'add' : 'remove')
    return before + (isMore ? 1 : -1)
  }),
)

const set = fc.tuple(variant, fc.integer({ min: 0, max: 6 })).map(([variantId, quantity]) =>
  onLine(`set to ${quantity}`, variantId, (session) => {
    session.page().store.setQuantity(variantId, quantity)
    return quantity
  }),
)

const remove = variant.map((variantId) =>
  onLine('remove', variantId, (session) => {
    session.page().store.remove(variantId)
    return 0
  }),
)

const undo = fc.constant(
  action('undo', (session) => {
    const { store } = session.page()
    const removed = store.state.messages.flatMap((message: CartMessage) => message.removed)
    const back = new Map<string, number>()
    for (const { variantId, quantity } of removed) {
      back.set(variantId, Math.max(quantity, back.get(variantId) ?? session.shown(variantId)))
    }
    store.undo()
    for (const [variantId, quantity] of back) session.asked(variantId, quantity)
  }),
)

const wait = fc
  .oneof(fc.integer({ min: 0, max: 900 }), fc.constantFrom(3000, 30_000))
  .map((milliseconds) => action(`wait ${milliseconds}`, (session) => session.clock.pass(milliseconds)))

const reset = fc.constant(
  action('reset', (session) => {
    void session
      .page()
      .store.changes()
      .then((changes) => changes.reset())
    session.expected.expectNothing()
  }),
)

const complete = fc.constant(action('complete', (session) => void order(session)))

async function order(session: Session): Promise<void> {
  const isPlaced = await session
    .page()
    .store.changes()
    .then((changes) => changes.complete())
    .then(
      () => true,
      () => false,
    )
  for (const variantId of VARIANTS) {
    // Products that were added meanwhile may or may not be in the order. An order without a clear answer may have been
    // placed before this page was opened.
    const isUncertain = isPlaced ? session.shown(variantId) > 0 : !session.expected.isTrusted(variantId)
    if (isUncertain) session.expected.trust(variantId, 'no')
    else if (isPlaced) session.expected.ask(variantId, 0)
  }
}

const promo = fc.constantFrom([PROMO_CODE], [], ['NOSUCH']).map((codes) =>
  action(`codes ${codes.join() || 'none'}`, (session) => {
    const { store } = session.page()
    void store
      .changes()
      .then((changes) => changes.setPromoCodes(codes))
      .catch(() => undefined)
  }),
)

const page = fc.constantFrom(
  action('hide the page', (session) => session.page().store.flush()),
  action('show the page', (session) => void session.page().store.refresh()),
  action('freeze the page', (session) => session.page().freeze()),
  action('bring the page back', (session) => session.page().thaw()),
  action('close and open the page', (session) => session.reopen()),
)

const travel = fc.boolean().map((isAway) =>
  action(isAway ? 'come again from Israel' : 'come again from the States', (session) => {
    session.shop.regionId = isAway ? 'reg_il' : 'reg_us'
    session.reopen(isAway ? 'ILS' : 'USD')
  }),
)

const answer = fc.boolean().map((isYes) =>
  action(`say ${isYes ? 'yes' : 'no'} to the currency`, (session) => {
    const { store } = session.page()
    if (store.state.confirmation) void store.changes().then((changes) => changes.answer(isYes))
  }),
)

const pay = fc.constant(
  action('begin to pay', ({ shop, cartId }) => {
    const cart = shop.backend.carts.get(cartId())
    if (cart?.status !== 'open') return
    shop.backend.carts.set(cart.id, { ...cart, payment_collection: { id: 'pay_col_1', payment_sessions: [] } })
  }),
)

const otherTab = fc
  .tuple(variant, fc.integer({ min: 0, max: 5 }), fc.boolean())
  .map(([variantId, quantity, isNotified]) =>
    action(`another tab sets ${variantId} to ${quantity}${isNotified ? '' : ' in silence'}`, (session) => {
      const { backend } = session.shop
      const cart = backend.carts.get(session.cartId())
      if (cart?.status !== 'open' || backend.stock.get(variantId) === 0) return
      backend.setLine(cart.id, variantId, { quantity })
      session.disturbed(variantId)
      if (isNotified) void session.page().store.refresh()
    }),
  )

const vanish = fc.constant(
  action('the cart vanishes', (session) => {
    session.shop.backend.carts.delete(session.cartId())
    disturbReopened(session)
  }),
)

const buyElsewhere = fc.constant(
  action('another tab buys the cart', (session) => {
    const cart = session.shop.backend.carts.get(session.cartId())
    if (cart?.status !== 'open') return
    session.shop.backend.complete(cart.id)
    disturbReopened(session)
    // A page that has not read its cart cannot know which lines were ordered.
    const known = session.page().store.state.confirmed?.items ?? []
    if (known.length === 0) VARIANTS.forEach(session.disturbed)
  }),
)

/** Marks lines as uncertain: on a page that has not read its cart, all of them. */
function disturbReopened(session: Session): void {
  for (const variantId of VARIANTS) if (!session.expected.isTrusted(variantId)) session.disturbed(variantId)
  if (session.page().store.state.confirmed === null) VARIANTS.forEach(session.disturbed)
}

const stock = fc
  .tuple(variant, fc.integer({ min: 0, max: 4 }))
  .map(([variantId, left]) =>
    action(`${left} of ${variantId} are left`, ({ shop }) => void shop.backend.stock.set(variantId, left)),
  )

export const actions = [
  ...repeated(6, add, wait),
  ...repeated(3, change, set),
  ...repeated(2, remove, undo, page),
  reset,
  complete,
  promo,
  travel,
  answer,
  pay,
  otherTab,
  vanish,
  buyElsewhere,
  stock,
]

function repeated<Item>(times: number, ...items: Item[]): Item[] {
  return Array.from({ length: times }, () => items).flat()
}
