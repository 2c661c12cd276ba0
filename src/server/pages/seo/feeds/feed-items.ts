import { localePath, type Locale } from '#shared/i18n/locale.ts'
import { jpegUrl, fileUrl } from '#shared/images/image-url.ts'
import { toDecimal } from '#shared/money/format-money.ts'
import { productPath } from '#shared/page/page-paths.ts'
import type { Product, Variant } from '#shared/product/product.ts'
import { filmOf, plainModelOf } from '#shared/product/read-films.ts'
import { choiceQuery, isBackOrder, isSoldOut, imagesOf } from '#shared/product/variant-choice.ts'

export interface FeedTerms {
  kind: FeedKind
  locale: Locale
  origin: string
  brand: string
}

/** Google's product taxonomy, which Meta supports too. Other categories get the number of jewelry. */
const TAXONOMY: Record<string, string> = {
  rings: '200',
  necklaces: '196',
  earrings: '194',
  bracelets: '191',
  sets: '6463',
}
const JEWELLERY = '188'
const MOST_FURTHER_IMAGES = 10

/** Google and Meta reject items without a price or an image. */
export function toItems(product: Product, terms: FeedTerms): string {
  return product.variants.map((variant) => toItem(product, variant, terms)).join('')
}

function toItem(product: Product, variant: Variant, { kind, locale, origin, brand }: FeedTerms): string {
  const { calculated_price: price } = variant
  const [first, ...further] = imagesOf(product, variant).map(({ url }) => jpegUrl(origin, url, 1280))
  if (!price || !first) return ''
  const { calculated_amount: now, original_amount: before, currency_code: currency } = price
  const amount = (hundredths: number) => `${toDecimal(hundredths)} ${currency}`
  const addressOf = (file: string | undefined) => file && origin + fileUrl(file)
  const top = product.categories.find(({ parent }) => parent === null)
  const facts: [string, string | null | undefined][] = [
    ['id', variant.id],
    ['item_group_id', product.id],
    ['title', titleOf(product, variant)],
    ['description', product.description ?? product.subtitle ?? product.title],
    ['link', `${origin}${localePath(locale, productPath(product.handle))}${choiceQuery(product, variant.options)}`],
    ['image_link', first],
    ...further.slice(0, MOST_FURTHER_IMAGES).map((url): [string, string] => ['additional_image_link', url]),
    ['video_link', addressOf(filmOf(product, variant.options['metal'])?.at(-1))],
    ['virtual_model_link', kind === 'google' ? addressOf(plainModelOf(product.model)) : null],
    ['availability', availabilityOf(variant, kind)],
    // A former price comes only from the backend. There may be none.
    ['price', amount(Math.max(now, before))],
    ['sale_price', before > now ? amount(now) : null],
    ['brand', brand],
    ['mpn', variant.sku],
    ['condition', 'new'],
    ['google_product_category', TAXONOMY[top?.handle ?? ''] ?? JEWELLERY],
    ['product_type', product.categories.map(({ name }) => name).join(' > ')],
    ['color', labelFor(product, variant, 'metal')],
    ['size', labelFor(product, variant, 'size') ?? labelFor(product, variant, 'length')],
    ['material', variant.material ?? product.material],
    ['age_group', 'adult'],
    ['gender', 'unisex'],
  ]
  return `<item>${facts.map(([name, text]) => xmlElement(`g:${name}`, text)).join('')}</item>\n`
}

function titleOf(product: Product, variant: Variant): string {
  const labels = product.options
    .filter(({ values }) => values.length > 1)
    .flatMap(({ code }) => labelFor(product, variant, code) ?? [])
  return [product.title, ...labels].join(', ').slice(0, 150)
}

function labelFor({ options }: Product, variant: Variant, code: string): string | undefined {
  const values = options.find((option) => option.code === code)?.values
  return values?.find((value) => value.code === variant.options[code])?.value
}

function availabilityOf(variant: Variant, kind: FeedKind): string {
  const soldOut = isSoldOut(variant)
  const waits = isBackOrder(variant)
  if (kind === 'meta') return soldOut ? 'out of stock' : waits ? 'available for order' : 'in stock'
  // Google requires a date for backorders, which not every variant has.
  return soldOut || waits ? 'out_of_stock' : 'in_stock'
}

export const FEEDS = ['google', 'meta'] as const
type FeedKind = (typeof FEEDS)[number]

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const XML_TYPE = 'application/xml; charset=utf-8'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Characters that XML cannot contain; parsers reject the whole document. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

export function writableXml(text: string): string {
  return text.replaceAll(UNWRITABLE, '')
}

export function xmlText(text: string): string {
  return writableXml(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : ''
}
