import type { CartMessage } from '#app/cart/messages.ts'
import type { Cart } from '#shared/cart/cart.ts'
import { discountOn, priceOf, taxOn, titleOf } from '#test/support/fake-backend.ts'

export const VARIANTS = ['variant_a', 'variant_b', 'variant_c'] as const

/**
 * What the shopper has a right to see of a product: what they asked for, from the click on; once all has come to rest;
 * or whatever the shop has, since a message named the product or someone else wrote to it.
 */
type Trust = 'always' | 'finally' | 'no'

/** Messages that say that a product is not as it was asked. */
const EXPECTED_NOTICES: CartMessage['code'][] = ['add-failed', 'update-failed', 'remove-failed', 'notice']

export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

/** What the shopper asked for last, and may rely on. */
export interface Expectations {
  ask(variantId: string, quantity: number): void
  trust(variantId: string, trust: Trust): void
  isTrusted(variantId: string): boolean
  /** The cart was given up, or bought: nothing is wanted. */
  forgetAll(): void
  receive(message: CartMessage): void
  /** Notes what was broken where no one could be told at once. */
  breach(what: string): void
  /** @throws BrokenPromise where the shopper sees something else; `isOver` once all has come to rest */
  check(view: Cart, isOver?: boolean): void
}

export function createExpectations(): Expectations {
  const wanted = new Map<string, { quantity: number; trust: Trust }>()
  let broken: string | undefined
  const entry = (variantId: string) => wanted.get(variantId) ?? { quantity: 0, trust: 'always' as const }
  const trust = (variantId: string, value: Trust) => void wanted.set(variantId, { ...entry(variantId), trust: value })

  return {
    ask: (variantId, quantity) => void wanted.set(variantId, { quantity, trust: 'always' }),
    trust,
    isTrusted: (variantId) => entry(variantId).trust === 'always',
    forgetAll: () => wanted.clear(),
    receive({ code, names }) {
      if (code === 'ordered') wanted.clear()
      if (!EXPECTED_NOTICES.includes(code)) return
      for (const variantId of VARIANTS) if (names.at(-1) === titleOf(variantId)) trust(variantId, 'no')
    },
    breach: (what) => void (broken ??= what),
    check(view, isOver = false) {
      if (broken) throw new BrokenPromise(broken)
      checkFigures(view)
      for (const variantId of VARIANTS) {
        const { quantity, trust: now } = entry(variantId)
        const seen = view.items.find((line) => line.variant_id === variantId)?.quantity ?? 0
        if (seen !== quantity && (now === 'always' || (isOver && now === 'finally')))
          throw new BrokenPromise(
            `${titleOf(variantId)}: ${seen} are shown, ${quantity} were asked for, nothing was said`,
          )
      }
    },
  }
}

/** No line twice, every price of the cart's currency, every sum right to the cent. */
function checkFigures(cart: Cart): void {
  const { items, item_total: total, currency_code: currency } = cart
  const variants = new Set(items.map((line) => line.variant_id))
  if (variants.size !== items.length) throw new BrokenPromise('a line stands twice')
  for (const line of items) {
    const plain = line.unit_price * line.quantity
    const isTemporary = line.id.startsWith('temp_')
    if (!isTemporary && line.unit_price !== priceOf(line.variant_id, currency))
      throw new BrokenPromise(`${line.title} costs ${line.unit_price}, which is no price in ${currency}`)
    if (line.total !== plain && line.total !== plain - discountOn(plain))
      throw new BrokenPromise(`${line.title}: ${line.quantity} times ${line.unit_price} is not ${line.total}`)
  }
  const sum = items.reduce((all, line) => all + line.total, 0)
  if (sum !== total) throw new BrokenPromise(`the total is ${total}, the lines come to ${sum}`)
  if (cart.total !== total + cart.tax_total) throw new BrokenPromise('the total is not that of the lines and the tax')
  if (!cart.tax_pending && cart.item_tax_total !== taxOn(total, currency))
    throw new BrokenPromise(`a tax of ${cart.item_tax_total} is shown, on ${total}`)
}
