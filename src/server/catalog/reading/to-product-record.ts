import type { HttpTypes } from '@medusajs/types'

import { MOST_LEAD_DAYS } from '#shared/delivery/delivery-days.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { readEngraving } from '#shared/product/engraving.ts'
import { readFilms, readModel } from '#shared/product/read-films.ts'
import { readStones } from '#shared/product/read-stones.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import { perLocale, placeIn, type ProductRecord, type ProductText, type VariantRecord } from '../records/records.ts'

type Options = ProductRecord['options']

/** The backend has no order of options. The shop shows the metal first, then the size, then the others. */
const OPTION_ORDER = ['metal', 'size']

/** @param translationOf the same product in another language; undefined if it is not translated */
export function toProductRecord(
  product: HttpTypes.StoreProduct,
  translationOf: (locale: Locale) => HttpTypes.StoreProduct | undefined,
  prices: ProductRecord['prices'] = {},
): ProductRecord {
  const images = (product.images ?? []).toSorted(byRank('rank'))
  const variants = (product.variants ?? []).toSorted(byRank('variant_rank'))
  const options = toOptions(product, variants)
  return {
    id: product.id,
    handle: product.handle,
    status: product.status ?? 'published',
    createdAt: product.created_at ?? '',
    thumbnail: product.thumbnail ?? images[0]?.url ?? null,
    images: images.map(({ id, url }) => ({ id, url })),
    options,
    variants: variants.map((variant) => toVariant(variant, options, images)),
    categories: (product.categories ?? []).map(({ id }) => id).toSorted(compareText),
    collection: product.collection_id ?? null,
    type: product.type?.value ?? null,
    tags: (product.tags ?? []).map(({ value }) => value).toSorted(compareText),
    discountable: product.discountable ?? true,
    stones: readStones(product.metadata?.['stones']),
    engraving: readEngraving(product.metadata?.['engraving']),
    films: readFilms(product.metadata),
    model: readModel(product.metadata),
    words: perLocale((locale) => toText(translationOf(locale) ?? product, locale)),
    prices,
  }
}

function toOptions(product: HttpTypes.StoreProduct, variants: readonly HttpTypes.StoreProductVariant[]): Options {
  const used = [...new Set(variants.flatMap(({ options }) => (options ?? []).map(({ id }) => id)))]
  const placeOfValue = new Map(used.map((id, place) => [id, place]))
  const codeOfOption = toCodes((product.options ?? []).map(({ id, title }) => ({ id, text: title })))
  return (product.options ?? [])
    .map((option) => {
      const codeOf = toCodes((option.values ?? []).map(({ id, value }) => ({ id, text: value })))
      return {
        id: option.id,
        code: codeOfOption(option.id),
        values: (option.values ?? [])
          .map(({ id }) => ({ id, code: codeOf(id), place: placeOfValue.get(id) ?? used.length }))
          .toSorted((a, b) => a.place - b.place || compareText(a.id, b.id))
          .map(({ id, code }) => ({ id, code })),
      }
    })
    .toSorted((a, b) => placeIn(OPTION_ORDER, a.code) - placeIn(OPTION_ORDER, b.code) || compareText(a.code, b.code))
}

/** Texts can share a slug, such as `S` and `S+`. The oldest id gets it, so that its URLs stay; ids sort by creation. */
function toCodes(named: readonly { id: string; text: string }[]): (id: string) => string {
  const ids = new Map<string, string>()
  for (const { id, text } of named.toSorted((a, b) => compareText(a.id, b.id))) {
    const slug = toSlug(text, id)
    ids.set(ids.has(slug) ? id : slug, id)
  }
  const codes = new Map([...ids].map(([code, id]) => [id, code]))
  return (id) => codes.get(id) ?? id
}

/** Compares by rank, then by id, so that two reads of the same product are equal. */
function byRank<Key extends string>(key: Key) {
  type Ranked = { id: string } & Partial<Record<Key, number | null>>
  return (a: Ranked, b: Ranked): number => (a[key] ?? 0) - (b[key] ?? 0) || compareText(a.id, b.id)
}

function toVariant(
  variant: HttpTypes.StoreProductVariant,
  options: Options,
  images: readonly HttpTypes.StoreProductImage[],
): VariantRecord {
  const leadDays = Number(variant.metadata?.['lead_days'])
  return {
    id: variant.id,
    sku: variant.sku,
    stock: Math.max(0, variant.inventory_quantity ?? 0),
    backorder: variant.allow_backorder ?? false,
    managed: variant.manage_inventory ?? false,
    ...(Number.isInteger(leadDays) && leadDays > 0 && leadDays <= MOST_LEAD_DAYS ? { leadDays } : {}),
    weight: variant.weight,
    length: variant.length,
    height: variant.height,
    width: variant.width,
    material: variant.material,
    options: toChoice(variant, options),
    images: toVariantImages(variant, images),
  }
}

function toChoice(variant: HttpTypes.StoreProductVariant, options: Options): Record<string, string> {
  const chosen = new Set((variant.options ?? []).map(({ id }) => id))
  return Object.fromEntries(
    options.flatMap((option) => {
      const value = option.values.find(({ id }) => chosen.has(id))
      return value ? [[option.code, value.code]] : []
    }),
  )
}

/** The URLs in the metadata go before the backend's own variant images. */
function toVariantImages(
  variant: HttpTypes.StoreProductVariant,
  images: readonly HttpTypes.StoreProductImage[],
): string[] {
  const own = new Set((variant.images ?? []).map(({ id }) => id))
  const named = variant.metadata?.['images']
  const urls = new Set(Array.isArray(named) ? named.map(String) : [])
  const shows = (image: HttpTypes.StoreProductImage): boolean =>
    urls.size > 0 ? urls.has(image.url) : own.has(image.id)
  return images.filter(shows).map(({ id }) => id)
}

function toText(product: HttpTypes.StoreProduct, locale: Locale): ProductText {
  const options = product.options ?? []
  const bind = (text: string | null | undefined) => (text ? insertNbsp(text, locale) : null)
  return {
    title: insertNbsp(product.title, locale),
    subtitle: bind(product.subtitle),
    description: bind(product.description),
    material: product.material ?? null,
    options: Object.fromEntries(options.map(({ id, title }) => [id, title])),
    values: Object.fromEntries(options.flatMap(({ values }) => (values ?? []).map(({ id, value }) => [id, value]))),
    variants: Object.fromEntries((product.variants ?? []).map(({ id, title }) => [id, title ?? ''])),
  }
}

/** The same in every language: `14k White Gold` to `14k-white-gold`. `fallback` is for texts without Latin letters. */
export function toSlug(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug || fallback
}
