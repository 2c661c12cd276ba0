import type { Image, ProductOption } from './product.ts'
import type { ShownPrice, ShownProduct, ShownVariant } from './shown-product.ts'

export type Choice = Record<string, string>

/** A form without JavaScript sends it with the code of a missing option. */
export const ASK = 'choose'

/** The metal determines the look, and choosing a size must not change it. */
export function optionsInOrder({ options }: Pick<ShownProduct, 'options'>): ProductOption[] {
  return options.toSorted((a, b) => Number(b.code === 'metal') - Number(a.code === 'metal'))
}

const LARGEST_US = 13.5
const RUSSIAN = { from: 14, to: 23 }

/** A value that differs from its code, its size in the default language, was translated: only Russian sizes are. */
export function ringScale({ values }: Pick<ProductOption, 'values'>): 'us' | 'russian' | undefined {
  const sizes = values.map(({ code, value }) => {
    const text = value.replace(',', '.')
    return { size: Number(text), isTranslated: text.replace('.', '-') !== code }
  })
  if (sizes.every(({ size, isTranslated }) => !isTranslated && size <= LARGEST_US)) return 'us'
  const isRussian = ({ size }: { size: number }): boolean => size >= RUSSIAN.from && size <= RUSSIAN.to
  return sizes.every((one) => one.isTranslated && isRussian(one)) ? 'russian' : undefined
}

export function readChoice({ options }: Pick<ShownProduct, 'options'>, search: URLSearchParams): Choice {
  const choice: Choice = {}
  for (const { code, values } of options) {
    const wanted = search.get(code)
    if (wanted !== null && values.some((value) => value.code === wanted)) choice[code] = wanted
  }
  return choice
}

/** Matches the option `newest` first, then the metal, then the others, and prefers a variant in stock. */
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

/** Options that were asked for, the metal, which the images show, and options with only one possible value. */
export function chosenOf(
  { variants }: Pick<ShownProduct, 'variants'>,
  variant: ShownVariant | undefined,
  asked: Choice,
): Choice {
  const isChosen = ([code, value]: [string, string]) =>
    code === 'metal' || asked[code] === value || variants.every(({ options }) => options[code] === value)
  return Object.fromEntries(Object.entries(variant?.options ?? {}).filter(isChosen))
}

export function missingOption(product: Pick<ShownProduct, 'options'>, choice: Choice): ProductOption | undefined {
  return optionsInOrder(product).find(({ code, values }) => values.length > 1 && choice[code] === undefined)
}

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

/** Before everything is chosen, the lowest price; `from` is true if other variants cost more. */
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

export function valueOf(
  { options }: Pick<ShownProduct, 'options'>,
  variant: ShownVariant,
  code: string,
): string | null {
  const values = options.find((option) => option.code === code)?.values
  return values?.find((value) => value.code === variant.options[code])?.value ?? null
}

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
