import { CartApiError, isUnclear, type CartApi } from '#app/cart/cart-api.ts'
import { createStaleWrites } from '#server/cart/stale-writes.ts'
import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'
import { parseWriteOrder } from '#shared/cart/write-order.ts'
import { createFakeBackend, withTax, type FakeBackend } from '#test/support/fake-backend.ts'

/** What can befall a call. */
export type Fault =
  | 'none'
  /** 500, and nothing was done; 500, though it was done. */
  | 'refused'
  | 'broken'
  /** No answer in time: it never arrived; it was done, and the answer was lost. */
  | 'unheard'
  | 'lost'
  /** 409: another write is being done. */
  | 'busy'
  /** It arrives twice, where that has to be the same as once. */
  | 'twice'
  /** The answer's other lines are as they were when the call left. */
  | 'stale'

/** Of one call: how long it is on its way there, in the shop and on its way back, in ms, and what befalls it. */
export interface Weather {
  way: number
  work: number
  back: number
  fault: Fault
}

const FINE: Weather = { way: 0, work: 0, back: 0, fault: 'none' }
/** As the browser's half has it. */
const PATIENCE_MS = 20_000
const MOST_CALLS = 1000

/** The page that calls: what it is told while it is frozen it hears later, and nothing once it is closed. */
export interface Caller {
  isClosed(): boolean
  /** Resolves at once, or when the page thaws. */
  thawed(): Promise<void>
}

interface Call<Answer> {
  /** @param addedLater as in StaleWrites */
  act: (addedLater: number) => Answer
  cartId?: string
  variantId?: string | undefined
  order?: string
  /** As in LineWrite. */
  more?: number
  isRepeatable?: boolean
  whenEnded?: () => void
}

/**
 * A shop behind a bad line: calls overtake each other on their way, the last words of a page that closes too; to one
 * cart they are done one after another, as they arrive, unless a later one of their page came first.
 */
export interface FaultyShop {
  backend: FakeBackend
  /** Of the next calls, in order; fine afterwards. */
  weather: Weather[]
  /** Where the visitor is. */
  regionId: string
  /** Calls that have not ended, no matter who made them; orders among them. */
  open(): number
  ordering(): number
  /** Variants of which a call failed, in whatever way, or did less than was asked. */
  failed: Set<string>
  apiFor(caller: Caller): CartApi
}

/**
 * @param pause lets time pass
 * @param whenWritten called with the variant as soon as the page writes to its line
 */
export function createFaultyShop(
  pause: (milliseconds: number) => Promise<void>,
  weather: Weather[],
  whenWritten: (variantId: string) => void,
): FaultyShop {
  const backend = createFakeBackend()
  const failed = new Set<string>()
  const rounds = new Map<string, Promise<unknown>>()
  const staleWrites = createStaleWrites((error) => !isUnclear(error))
  let openCalls = 0
  let made = 0
  let orders = 0
  let cookie: string | undefined

  function inOrder<Result>(cartId: string | undefined, task: () => Promise<Result>): Promise<Result> {
    if (cartId === undefined) return task()
    const result = (rounds.get(cartId) ?? Promise.resolve()).then(task)
    rounds.set(
      cartId,
      result.catch(() => undefined),
    )
    return result
  }

  async function travel<Answer>(
    { way, work, back, fault }: Weather,
    { act, cartId, variantId, order, more, isRepeatable }: Call<Answer>,
  ): Promise<Answer> {
    const before = cartId && backend.carts.get(cartId)
    await pause(way)
    if (fault === 'unheard') {
      await pause(PATIENCE_MS - way)
      throw new CartApiError(0, {})
    }
    const answer = await inOrder(cartId, async () => {
      await pause(work)
      if (fault === 'refused') throw new CartApiError(500, { message: 'The shop is resting.' })
      if (fault === 'busy') throw new CartApiError(409, { message: 'The cart is busy.' })
      if (!cartId || !order) {
        if (fault === 'twice' && isRepeatable) act(0)
        return structuredClone(act(0))
      }
      const parsed = parseWriteOrder(order)
      const place = parsed && { ...parsed, more }
      const write = () => staleWrites.run(cartId, place, async (later) => act(later))
      const first = await write()
      const second = fault === 'twice' ? await write() : undefined
      return structuredClone(second ?? first ?? (backend.read(cartId) as Answer))
    })
    if (fault === 'lost') await pause(PATIENCE_MS - way - work)
    else await pause(back)
    if (fault === 'lost') throw new CartApiError(0, {})
    if (fault === 'broken') throw new CartApiError(500, { message: 'The shop is resting.' })
    // An answer is made of nothing that the shop goes on with.
    return fault === 'stale' && before && variantId ? structuredClone(withOld(answer, before, variantId)) : answer
  }

  function apiFor(caller: Caller): CartApi {
    async function call<Answer>(asked: Call<Answer>): Promise<Answer> {
      const weatherNow = weather.shift() ?? FINE
      made += 1
      // A page that never stops asking is heard no longer.
      if (made > MOST_CALLS) return new Promise<never>(() => undefined)
      openCalls += 1
      if (asked.variantId) whenWritten(asked.variantId)
      try {
        const answer = await travel(weatherNow, asked)
        if (asked.variantId && (answer as CartAnswer).notice) failed.add(asked.variantId)
        return answer
      } catch (error) {
        if (asked.variantId) failed.add(asked.variantId)
        throw error
      } finally {
        openCalls -= 1
        asked.whenEnded?.()
        await caller.thawed()
        // No one listens any more.
        if (caller.isClosed()) await new Promise<never>(() => undefined)
      }
    }
    /** Also of a line that has gone by the time the call leaves. */
    const variantOf = (order: string) => /variant_\w+/.exec(order)?.[0]

    async function opening<Answer extends CartAnswer>(asked: Call<Answer>): Promise<Answer> {
      const answer = await call(asked)
      cookie = answer.cart.id
      return answer
    }

    return {
      create: ({ region_id: regionId }) => opening({ act: () => backend.create(regionId) }),
      read: (cartId) => call({ cartId, act: () => backend.read(cartId), isRepeatable: true }),
      readCurrent: () => call({ act: () => ({ cart: (cookie && backend.carts.get(cookie)) || null }) }),
      update: (cartId, body) => call({ cartId, act: () => backend.update(cartId, body), isRepeatable: true }),
      recreate: (cartId, { region_id: regionId }) => opening({ cartId, act: () => backend.recreate(cartId, regionId) }),
      addLine: (cartId, { variant_id: variantId, quantity }, order) =>
        call({ cartId, variantId, order, more: quantity, act: () => backend.addLine(cartId, variantId, quantity) }),
      updateLine: (cartId, lineId, { quantity }, order) =>
        call({
          cartId,
          variantId: variantOf(order),
          order,
          act: (later) => backend.updateLine(cartId, lineId, quantity + later),
        }),
      removeLine: (cartId, lineId, order) =>
        call({
          cartId,
          variantId: variantOf(order),
          order,
          act: (later) => (later > 0 ? backend.updateLine(cartId, lineId, later) : backend.removeLine(cartId, lineId)),
        }),
      complete: (cartId) => {
        orders += 1
        return call({ cartId, act: () => backend.complete(cartId), whenEnded: () => void (orders -= 1) })
      },
    }
  }

  return { backend, weather, regionId: 'reg_us', open: () => openCalls, ordering: () => orders, failed, apiFor }
}

function withOld<Answer>(answer: Answer, before: Cart, variantId: string): Answer {
  const { cart } = answer as CartAnswer
  if (before.currency_code !== cart.currency_code || before.promo_codes.length !== cart.promo_codes.length)
    return answer
  const own = cart.items.filter((line) => line.variant_id === variantId)
  const others = before.items.filter((line) => line.variant_id !== variantId)
  return { ...answer, cart: withTax(withItems(cart, [...others, ...own])) }
}
