import type { Image, OptionValue, ProductCard } from '#shared/product/product.ts'

import { availableOf, canBeBought, isInStock } from './records/availability.ts'
import type { ProductRecord, VariantRecord } from './records/records.ts'
import { toCalculatedPrice, toImage, toOptionValue, toThumbnail, type Lens } from './to-product.ts'

const METAL = 'metal'

/**
 * A record -> what a card of the shelf shows: the lowest price, the metals, whether it can be bought.
 * @param wanted codes of metals that the list is narrowed to: the card shows the product in one of them
 */
export function toProductCard(record: ProductRecord, lens: Lens, wanted: readonly string[] = []): ProductCard {
  const prices = lens.prices?.prices.get(record.id)?.value
  const shown = variantIn(wanted, record)
  const first = record.images.find(({ id }) => id === shown?.images[0])
  const thumbnail = first ? toImage(first, record, lens) : toThumbnail(record, lens)
  return {
    id: record.id,
    handle: record.handle,
    title: record.words[lens.locale].title,
    thumbnail,
    second_view: toSecondView(record, lens, thumbnail),
    metals: toMetals(record, lens),
    price: toCalculatedPrice(prices?.lowest, lens.prices),
    price_varies: prices?.varies ?? false,
    in_stock: isInStock(record),
    quick_add_variant_id: toQuickAdd(record),
    shown_metal: shown?.options[METAL] ?? null,
  }
}

/**
 * The variant to show of a product in a list of some metals; the one that the product shows anyway where it is one of
 * them.
 */
function variantIn(
  wanted: readonly string[],
  { images, thumbnail, variants }: ProductRecord,
): VariantRecord | undefined {
  if (wanted.length === 0) return undefined
  const usual = images.find(({ url }) => url === thumbnail)?.id ?? ''
  const made = variants.filter(({ options }) => wanted.includes(options[METAL] ?? ''))
  return made.find((variant) => variant.images.includes(usual)) ?? made.find(canBeBought) ?? made[0]
}

/** Another look at the very product on the thumbnail, never another metal. */
function toSecondView(record: ProductRecord, lens: Lens, first: Image | null): Image | null {
  if (!first || !record.images.some(({ id }) => id === first.id)) return null
  const shown = record.variants.find((variant) => variant.images.includes(first.id))
  const isSameLook = ({ id }: { id: string }): boolean => id !== first.id && (!shown || shown.images.includes(id))
  const second = record.images.find(isSameLook)
  return second ? toImage(second, record, lens) : null
}

function toMetals(record: ProductRecord, { locale }: Lens): OptionValue[] {
  const metals = record.options.find(({ code }) => code === METAL)
  const made = new Set(record.variants.map(({ options }) => options[METAL]))
  return (metals?.values ?? [])
    .filter(({ code }) => made.has(code))
    .map((value) => toOptionValue(value, record, locale))
}

function toQuickAdd(record: ProductRecord): string | null {
  const [only, another] = record.variants
  return only && !another && availableOf(only) !== 0 ? only.id : null
}
