import type { Image, ProductOption } from './product.ts'
import type { ShownPrice, ShownProduct, ShownVariant } from './shown-product.ts'

/** Option code -> value code: `{metal: 'white-gold', size: '6'}`. */
export type Choice = Record<string, string>

/** Metal first, wherever the backend puts it: it is what one sees, and what a size may not change. */
export function optionsInOrder({ options }: Pick<ShownProduct, 'options'>): ProductOption[] {
  return options.toSorted((a, b) => Number(b.code === 'metal') - Number(a.code === 'metal'))
}

/** What the address asks for (`?metal=white-gold&size=6`); anything that the product does not have is left out. */
export function readChoice({ options }: Pick<ShownProduct, 'options'>, search: URLSearchParams): Choice {
  const choice: Choice = {}
  for (const { code, values } of options) {
    const wanted = search.get(code)
    if (wanted !== null && values.some((value) => value.code === wanted)) choice[code] = wanted
  }
  return choice
}

/**
 * The variant nearest to a choice: each option that can be granted is, the newest wish first, then the metal, then the
 * others; what is in stock goes before what is not.
 * @param newest code of the option that the shopper has just picked: it holds even where another has to give way
 * @returns undefined only where the product has no variants
 */
export function chooseVariant(
  product: Pick<ShownProduct, 'options' | 'variants'>,
  choice: Choice,
  newest?: string,
): ShownVariant | undefined {
  const codes = optionsInOrder(product).map(({ code }) => code)
  let left = product.variants
  for (const code of codes.toSorted((a, b) => Number(b === newest) - Number(a === newest))) {
    const granted = left.filter((variant) => variant.options[code] === choice[code])
    if (granted.length > 0) left = granted
  }
  return left.find((variant) => !isSoldOut(variant)) ?? left[0]
}

/** Whether a shopper has to choose a size: it is the one option that no one can guess. */
export function hasSizes({ options }: Pick<ShownProduct, 'options'>): boolean {
  return options.some(({ code, values }) => code === 'size' && values.length > 1)
}

/**
 * The query that leads back to a variant, with its question mark; empty for a product without options.
 * @param isSized false where the size is still to be chosen, and so is left out
 */
export function choiceQuery(product: Pick<ShownProduct, 'options'>, variant: ShownVariant, isSized = true): string {
  const search = new URLSearchParams()
  for (const { code, values } of optionsInOrder(product)) {
    const value = variant.options[code]
    if (value !== undefined && values.length > 1 && (isSized || code !== 'size')) search.set(code, value)
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The variant that a value leads to while every other option stays; undefined where that is not made. */
export function variantWith(
  { variants }: Pick<ShownProduct, 'variants'>,
  current: ShownVariant,
  code: string,
  value: string,
) {
  return variants.find((variant) =>
    Object.entries({ ...current.options, [code]: value }).every(([name, wanted]) => variant.options[name] === wanted),
  )
}

/**
 * What a variant costs; while its size is still to be chosen, the least that one of its metal costs, and whether some
 * cost more.
 */
export function priceOf(
  { variants }: Pick<ShownProduct, 'variants'>,
  variant: ShownVariant,
  isSized: boolean,
): { price: ShownPrice; from: boolean } | null {
  const others = isSized ? [variant] : variants.filter(({ options }) => options['metal'] === variant.options['metal'])
  const prices = others.flatMap(({ calculated_price: price }) => price ?? [])
  const [first] = prices
  if (!first) return null
  const price = prices.reduce(
    (least, other) => (other.calculated_amount < least.calculated_amount ? other : least),
    first,
  )
  return { price, from: prices.some((other) => other.calculated_amount > price.calculated_amount) }
}

/** An option of a variant in the page's language. */
export function valueOf(
  { options }: Pick<ShownProduct, 'options'>,
  variant: ShownVariant,
  code: string,
): string | null {
  const values = options.find((option) => option.code === code)?.values
  return values?.find((value) => value.code === variant.options[code])?.value ?? null
}

/** The images that show a variant; all of the product's where none is named. */
export function imagesOf({ images }: Pick<ShownProduct, 'images'>, variant: ShownVariant | undefined): Image[] {
  const own = images.filter(({ id }) => variant?.images.includes(id))
  return own.length > 0 ? own : images
}

/** How many can be sold now; Infinity where stock is not counted or may be back-ordered. */
export function availableOf(variant: ShownVariant): number {
  if (!variant.manage_inventory || variant.allow_backorder) return Infinity
  return Math.max(0, variant.inventory_quantity)
}

export function isSoldOut(variant: ShownVariant): boolean {
  return availableOf(variant) === 0
}

/** Whether a shopper who buys it waits for it: there is none left, and it is sold all the same. */
export function isBackOrder(variant: ShownVariant): boolean {
  return variant.manage_inventory && variant.inventory_quantity <= 0 && !isSoldOut(variant)
}
