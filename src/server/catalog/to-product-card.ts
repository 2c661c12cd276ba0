import type { Image, OptionValue, ProductCard } from '#shared/api/product.ts'

import { availableOf, isInStock } from './availability.ts'
import type { ProductRecord } from './records.ts'
import { toCalculatedPrice, toImage, toOptionValue, toThumbnail, type Lens } from './to-product.ts'

const METAL = 'metal'

/** A record -> what a card of the shelf shows: the lowest price, the metals, whether it can be bought. */
export function toProductCard(record: ProductRecord, lens: Lens): ProductCard {
  const prices = lens.sheet?.prices.get(record.id)?.value
  return {
    id: record.id,
    handle: record.handle,
    title: record.words[lens.locale].title,
    thumbnail: toThumbnail(record, lens),
    second_view: toSecondView(record, lens),
    metals: toMetals(record, lens),
    price: toCalculatedPrice(prices?.lowest, lens.sheet),
    price_varies: prices?.varies ?? false,
    in_stock: isInStock(record),
    quick_add_variant_id: toQuickAdd(record),
  }
}

/** Another look at the very piece on the thumbnail, never another metal. */
function toSecondView(record: ProductRecord, lens: Lens): Image | null {
  const first = record.images.find(({ url }) => url === record.thumbnail)
  if (!first) return null
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
