import type { VariantFacts } from '#server/catalog/to-product.ts'
import type { Translate } from '#server/http/translations.ts'
import type { LineItem } from '#shared/cart/cart.ts'
import { choiceOf, DEFAULT_VARIANT_TITLE } from '#shared/cart/choice-of.ts'
import { lineKey } from '#shared/cart/line-key.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { CART_MESSAGES } from './cart-messages.ts'

export interface ShopFacts {
  facts: VariantFacts
  locale: Locale
  priceUnit: PriceUnit
  /** Returns whether some provinces of the country add tax; without a country, those of the region's countries. */
  taxByAddress?: (country: string | undefined, regionId: string) => boolean
}

type Maybe<Value> = Value | null | undefined

/** The fields that cart and order lines share. */
export interface BackendLine {
  id: string
  title?: Maybe<string>
  quantity: number
  variant_id?: Maybe<string>
  variant_sku?: Maybe<string>
  variant_title?: Maybe<string>
  product_id?: Maybe<string>
  product_title?: Maybe<string>
  product_subtitle?: Maybe<string>
  product_description?: Maybe<string>
  product_handle?: Maybe<string>
  thumbnail?: Maybe<string>
  unit_price: number
  compare_at_unit_price?: Maybe<number>
  total?: Maybe<number>
  tax_total?: Maybe<number>
  discount_total?: Maybe<number>
  discount_tax_total?: Maybe<number>
  is_tax_inclusive?: Maybe<boolean>
  requires_shipping?: Maybe<boolean>
  is_discountable?: Maybe<boolean>
  is_giftcard?: Maybe<boolean>
  tax_lines?: Maybe<{ code: string; rate: number }[]>
  adjustments?: Maybe<{ amount: number; code?: Maybe<string> }[]>
  metadata?: Maybe<Record<string, unknown>>
  created_at?: Maybe<string | Date>
  updated_at?: Maybe<string | Date>
}

/** The oldest first: the backend's order changes with every write. */
export function toLineItems(
  lines: Maybe<readonly BackendLine[]>,
  cartId: string,
  shop: ShopFacts,
  currency?: string,
): LineItem[] {
  return (lines ?? []).toSorted(byAge).map((line) => toLineItem(line, cartId, shop, currency))
}

/** False for a cart without lines. */
export function isTaxInclusive(lines: Maybe<readonly BackendLine[]>): boolean {
  return lines != null && lines.length > 0 && lines.every(({ is_tax_inclusive: isInclusive }) => isInclusive)
}

/** Texts come from the catalog, or from the line if the catalog no longer has the product; amounts are hundredths. */
export function toLineItem(
  line: BackendLine,
  cartId: string,
  { facts, locale, priceUnit }: ShopFacts,
  currency?: string,
): LineItem {
  const amount = (value: Maybe<number>): number => toHundredths(value ?? 0, priceUnit, currency)
  const variantId = line.variant_id ?? ''
  const fact = facts(variantId, locale)
  const title = fact?.productTitle ?? line.product_title ?? line.title ?? ''
  const variantTitle = labelOf(line, fact?.variantTitle)
  const handle = fact?.handle ?? line.product_handle ?? null
  const unitPrice = toHundredths(line.unit_price, priceUnit)
  const isInclusive = line.is_tax_inclusive ?? false
  const tax = amount(line.tax_total)
  const originalUnitPrice = Math.max(unitPrice, toHundredths(line.compare_at_unit_price ?? 0, priceUnit))
  return {
    id: line.id,
    cart_id: cartId,
    variant_id: variantId,
    quantity: line.quantity,
    title,
    description: fact?.description ?? line.product_description ?? '',
    thumbnail: fact?.image ?? line.thumbnail ?? null,
    unit_price: unitPrice,
    original_unit_price: originalUnitPrice,
    // The backend's line total always includes tax; the shop's follows the displayed price.
    total: line.total == null ? unitPrice * line.quantity : amount(line.total) - (isInclusive ? 0 : tax),
    original_total: originalUnitPrice * line.quantity,
    tax_total: tax,
    discount_total: amount(line.discount_total) - (isInclusive ? 0 : amount(line.discount_tax_total)),
    gift_card_total: 0,
    ...(fact?.leadDays ? { lead_days: fact.leadDays } : {}),
    tax_lines: (line.tax_lines ?? []).map(({ code, rate }) => ({ code, rate })),
    adjustments: (line.adjustments ?? []).map((entry) => ({ amount: amount(entry.amount), code: entry.code ?? null })),
    product_title: title,
    product_subtitle: fact?.productSubtitle ?? line.product_subtitle ?? null,
    product_handle: handle,
    variant_title: variantTitle,
    size: fact?.size ?? null,
    color: fact?.color ?? null,
    options: fact?.options ?? [],
    engraving: engravingOf(line),
    variant: {
      id: variantId,
      title: variantTitle,
      sku: line.variant_sku ?? null,
      available: fact?.available ?? null,
      product: { id: fact?.productId ?? line.product_id ?? '', title, handle },
    },
    is_return: false,
    is_giftcard: line.is_giftcard ?? false,
    should_merge: false,
    allow_discounts: line.is_discountable ?? false,
    has_shipping: line.requires_shipping ?? false,
    created_at: toTime(line.created_at),
    updated_at: toTime(line.updated_at),
  }
}

/** The options and the engraving as one text, for emails and withdrawal declarations. */
export function labelOfLine(line: LineItem, locale: Locale, translate: Translate): string | null {
  const parts = choiceOf(line, (size) => translate(locale, CART_MESSAGES.size, { size }))
  if (line.engraving) parts.push(translate(locale, CART_MESSAGES.engraving, { engraving: line.engraving }))
  return parts.join(' · ') || null
}

export function engravingOf({ metadata }: Pick<BackendLine, 'metadata'>): string | null {
  const text = metadata?.['engraving']
  return typeof text === 'string' && text !== '' ? text : null
}

export function keyOfLine(line: Pick<BackendLine, 'variant_id' | 'metadata'>): string {
  return lineKey(line.variant_id ?? '', engravingOf(line))
}

/** Titles of the only variant of a product without options; the last one is from an import from Shopify. */
const NAMELESS = ['', DEFAULT_VARIANT_TITLE, 'Default Title']

/** A product without options has a fixed title in every language. */
function labelOf(line: BackendLine, translated: string | undefined): string {
  const title = line.variant_title ?? ''
  return NAMELESS.includes(title) ? DEFAULT_VARIANT_TITLE : translated || title
}

export function toTime(time: Maybe<string | Date>): string {
  return time instanceof Date ? time.toISOString() : (time ?? '')
}

function byAge(a: BackendLine, b: BackendLine): number {
  return toTime(a.created_at).localeCompare(toTime(b.created_at)) || a.id.localeCompare(b.id)
}
