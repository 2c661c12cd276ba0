import type { Image, ProductOption } from './product.ts'
import type { ShownPrice, ShownProduct, ShownVariant } from './shown-product.ts'

/** Option code -> value code: `{metal: 'white-gold', size: '6'}`. */
export type Choice = Record<string, string>

/** A form without JavaScript sends it with the code of a missing option. */
export const ASK = 'choose'

/** The metal first, whatever the backend's order: it determines the look, and choosing a size must not change it. */
export function optionsInOrder({ options }: Pick<ShownProduct, 'options'>): ProductOption[] {
  return options.toSorted((a, b) => Number(b.code === 'metal') - Number(a.code === 'metal'))
}

/** The largest ring size of the United States, and the range of the Russian ones. */
const LARGEST_US = 13.5
const RUSSIAN = { from: 14, to: 23 }

/**
 * A value's code is its size in the default language. A value that differs was translated, which only Russian sizes
 * are. Undefined if the values are on no scale, or on another one.
 */
export function ringScale({ values }: Pick<ProductOption, 'values'>): 'us' | 'russian' | undefined {
  const sizes = values.map(({ code, value }) => {
    const text = value.replace(',', '.')
    return { size: Number(text), isTranslated: text.replace('.', '-') !== code }
  })
  if (sizes.every(({ size, isTranslated }) => !isTranslated && size <= LARGEST_US)) return 'us'
  const isRussian = ({ size }: { size: number }): boolean => size >= RUSSIAN.from && size <= RUSSIAN.to
  return sizes.every((one) => one.isTranslated && isRussian(one)) ? 'russian' : undefined
}

/** From a query (`?metal=white-gold&size=6`), without options and values that the product lacks. */
export function readChoice({ options }: Pick<ShownProduct, 'options'>, search: URLSearchParams): Choice {
  const choice: Choice = {}
  for (const { code, values } of options) {
    const wanted = search.get(code)
    if (wanted !== null && values.some((value) => value.code === wanted)) choice[code] = wanted
  }
  return choice
}

/**
 * `newest`, which the shopper picked last, has priority, then the metal, then the others; among equal matches a variant
 * in stock wins. Undefined only if the product has no variants.
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

/** Its metal, which the images show, the values in `asked`, and options with only one possible value. */
export function chosenOf(
  { variants }: Pick<ShownProduct, 'variants'>,
  variant: ShownVariant | undefined,
  asked: Choice,
): Choice {
  const isChosen = ([code, value]: [string, string]) =>
    code === 'metal' || asked[code] === value || variants.every(({ options }) => options[code] === value)
  return Object.fromEntries(Object.entries(variant?.options ?? {}).filter(isChosen))
}

/** Undefined if everything is chosen. */
export function missingOption(product: Pick<ShownProduct, 'options'>, choice: Choice): ProductOption | undefined {
  return optionsInOrder(product).find(({ code, values }) => values.length > 1 && choice[code] === undefined)
}

/** With its question mark; empty for a product without options. */
export function choiceQuery(product: Pick<ShownProduct, 'options'>, choice: Choice): string {
  const search = new URLSearchParams()
  for (const { code, values } of optionsInOrder(product)) {
    const value = choice[code]
    if (value !== undefined && values.length > 1) search.set(code, value)
  }
  return search.size > 0 ? `?${search}` : ''
}

export function variantsWith({ variants }: Pick<ShownProduct, 'variants'>, choice: Choice): ShownVariant[] {
  return variants.filter(({ options }) => Object.entries(choice).every(([code, value]) => options[code] === value))
}

/**
 * Before everything is chosen, the lowest of the variants that match; `from` is true if others cost more. Null if none
 * has a price.
 */
export function priceOf(
  product: Pick<ShownProduct, 'variants'>,
  choice: Choice,
): { price: ShownPrice; from: boolean } | null {
  const prices = variantsWith(product, choice).flatMap(({ calculated_price: price }) => price ?? [])
  const [first] = prices
  if (!first) return null
  const price = prices.reduce(
    (least, other) => (other.calculated_amount < least.calculated_amount ? other : least),
    first,
  )
  return { price, from: prices.some((other) => other.calculated_amount > price.calculated_amount) }
}

/** In the page's language. `code` is the option's. */
export function valueOf(
  { options }: Pick<ShownProduct, 'options'>,
  variant: ShownVariant,
  code: string,
): string | null {
  const values = options.find((option) => option.code === code)?.values
  return values?.find((value) => value.code === variant.options[code])?.value ?? null
}

/** All images of the product if the variant has none of its own. */
export function imagesOf({ images }: Pick<ShownProduct, 'images'>, variant: ShownVariant | undefined): Image[] {
  const own = images.filter(({ id }) => variant?.images.includes(id))
  return own.length > 0 ? own : images
}

/** Infinity if stock is not tracked or backorders are allowed. */
export function availableOf(variant: ShownVariant): number {
  if (!variant.manage_inventory || variant.allow_backorder) return Infinity
  return Math.max(0, variant.inventory_quantity)
}

export function isSoldOut(variant: ShownVariant): boolean {
  return availableOf(variant) === 0
}

export function isBackOrder(variant: ShownVariant): boolean {
  return variant.manage_inventory && variant.inventory_quantity <= 0 && !isSoldOut(variant)
}
