import { CartApiError, isUnclear, type CartApi } from '#app/cart/cart-api.ts'
import { createLineWrites, type LineWrite } from '#server/cart/line-writes.ts'
import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'
import { createFakeBackend, withTax } from '#test/support/fake-backend.ts'

export type Fault =
  | 'none'
  /** 500, and the call had no effect. */
  | 'refused'
  /** 500, although the call took effect. */
  | 'broken'
  /** Timeout: the request was lost. */
  | 'unheard'
  /** Timeout: the call took effect, but the response was lost. */
  | 'lost'
  /** 409: another write is in progress. */
  | 'busy'
  /** The request arrives twice, if it must be idempotent. */
  | 'twice'
  /** The response has the other lines as they were when the call was sent. */
  | 'stale'

export interface Weather {
  way: number
  work: number
  back: number
  fault: Fault
}

const FINE: Weather = { way: 0, work: 0, back: 0, fault: 'none' }
const TIMEOUT_MS = 20_000
const MOST_CALLS = 1000

/** The calling page. Responses to a frozen page are delayed until it thaws; a closed page gets none. */
interface Caller {
  isClosed(): boolean
  /** Resolves at once, or when the page thaws. */
  thawed(): Promise<void>
}

interface Call<Answer> {
  /** @param reached as in LineWrite */
  act: (reached: number) => Answer
  cartId?: string
  variantId?: string | undefined
  write?: LineWrite | undefined
  isRepeatable?: boolean
  whenEnded?: () => void
}

export type FaultyShop = ReturnType<typeof createFaultyShop>

/**
 * A shop behind an unreliable network. Calls may overtake each other, including the last ones of a closing page. The
 * writes to one cart run one at a time, in the order in which they arrive; stale ones are skipped.
 *
 * @param pause waits in virtual time
 * @param whenWritten called with the variant as soon as the page writes to its line
 */
export function createFaultyShop(
  pause: (milliseconds: number) => Promise<void>,
  weather: Weather[],
  whenWritten: (variantId: string) => void,
) {
  const backend = createFakeBackend()
  /** Variants with a call that failed or did less than requested. */
  const failed = new Set<string>()
  const lastCalls = new Map<string, Promise<unknown>>()
  const writes = createLineWrites((error) => !isUnclear(error))
  let openCalls = 0
  let made = 0
  let ordering = 0
  let cookie: string | undefined

  function inOrder<Result>(cartId: string | undefined, task: () => Promise<Result>): Promise<Result> {
    if (cartId === undefined) return task()
    const result = (lastCalls.get(cartId) ?? Promise.resolve()).then(task)
    lastCalls.set(
      cartId,
      result.catch(() => undefined),
    )
    return result
  }

  async function travel<Answer>(
    { way, work, back, fault }: Weather,
    { act, cartId, variantId, write, isRepeatable }: Call<Answer>,
  ): Promise<Answer> {
    const before = cartId && backend.carts.get(cartId)
    await pause(way)
    if (fault === 'unheard') {
      await pause(TIMEOUT_MS - way)
      throw new CartApiError(0, {})
    }
    const answer = await inOrder(cartId, async () => {
      await pause(work)
      if (fault === 'refused') throw new CartApiError(500, { message: 'The shop is resting.' })
      if (fault === 'busy') throw new CartApiError(409, { message: 'The cart is busy.' })
      if (!cartId || !write) {
        if (fault === 'twice' && isRepeatable) act(0)
        return structuredClone(act(0))
      }
      const perform = () => writes.run(cartId, write, undefined, async (reached) => act(reached))
      const first = await perform()
      const second = fault === 'twice' ? await perform() : undefined
      return structuredClone(second ?? first ?? (backend.read(cartId) as Answer))
    })
    if (fault === 'lost') await pause(TIMEOUT_MS - way - work)
    else await pause(back)
    if (fault === 'lost') throw new CartApiError(0, {})
    if (fault === 'broken') throw new CartApiError(500, { message: 'The shop is resting.' })
    // A clone, because the backend goes on changing its own objects.
    return fault === 'stale' && before && variantId ? structuredClone(withOld(answer, before, variantId)) : answer
  }

  function apiFor(caller: Caller): CartApi {
    async function call<Answer>(asked: Call<Answer>): Promise<Answer> {
      const weatherNow = weather.shift() ?? FINE
      made += 1
      // Ends sessions in which a page never stops calling.
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
        if (caller.isClosed()) await new Promise<never>(() => undefined)
      }
    }
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
      setLine: (cartId, key, body) => {
        const { quantity, base = quantity } = body
        return call({
          cartId,
          variantId: key,
          write: body.write && { ...body.write, change: quantity - base },
          act: (reached) => backend.setLine(cartId, key, body, reached),
        })
      },
      complete: (cartId) => {
        ordering += 1
        return call({ cartId, act: () => backend.complete(cartId), whenEnded: () => void (ordering -= 1) })
      },
    }
  }

  return { backend, weather, regionId: 'reg_us', open: () => openCalls, ordering: () => ordering, failed, apiFor }
}

function withOld<Answer>(answer: Answer, before: Cart, variantId: string): Answer {
  const { cart } = answer as CartAnswer
  if (before.currency_code !== cart.currency_code || before.promo_codes.length !== cart.promo_codes.length)
    return answer
  const own = cart.items.filter((line) => line.variant_id === variantId)
  const others = before.items.filter((line) => line.variant_id !== variantId)
  return { ...answer, cart: withTax(withItems(cart, [...others, ...own])) }
}
