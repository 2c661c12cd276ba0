import type { CartMessage } from '#app/cart/messages.ts'
import type { Cart } from '#shared/cart/cart.ts'
import { discountOn, priceOf, taxOn, titleOf } from '#test/support/fake-backend.ts'

export const VARIANTS = ['variant_a', 'variant_b', 'variant_c'] as const

/**
 * When a product must be shown with the requested quantity: from the click on (`always`), once nothing is pending
 * (`finally`), or never (`no`), because a message named the product or another tab wrote to it.
 */
type Trust = 'always' | 'finally' | 'no'

const EXPLANATIONS: CartMessage['code'][] = ['add-failed', 'update-failed', 'remove-failed', 'notice']

export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

export function createExpectations() {
  const wanted = new Map<string, { quantity: number; trust: Trust }>()
  let broken: string | undefined
  const entry = (variantId: string) => wanted.get(variantId) ?? { quantity: 0, trust: 'always' as const }
  const trust = (variantId: string, value: Trust) => void wanted.set(variantId, { ...entry(variantId), trust: value })

  return {
    ask: (variantId: string, quantity: number) => void wanted.set(variantId, { quantity, trust: 'always' }),
    trust,
    isTrusted: (variantId: string) => entry(variantId).trust === 'always',
    expectNothing: () => wanted.clear(),
    receive({ code, names }: CartMessage) {
      if (code === 'ordered') wanted.clear()
      if (!EXPLANATIONS.includes(code)) return
      for (const variantId of VARIANTS) if (names.at(-1) === titleOf(variantId)) trust(variantId, 'no')
    },
    breach: (what: string) => void (broken ??= what),
    /** @param isOver true once nothing is pending @throws BrokenPromise if the cart differs from the expectations */
    check(view: Cart, isOver = false) {
      if (broken) throw new BrokenPromise(broken)
      checkFigures(view)
      for (const variantId of VARIANTS) {
        const { quantity, trust: now } = entry(variantId)
        const shown = view.items.find((line) => line.variant_id === variantId)?.quantity ?? 0
        if (shown !== quantity && (now === 'always' || (isOver && now === 'finally')))
          throw new BrokenPromise(
            `${titleOf(variantId)}: ${shown} are shown, ${quantity} were asked for, nothing was said`,
          )
      }
    },
  }
}

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
