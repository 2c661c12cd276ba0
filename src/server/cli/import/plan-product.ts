import type { HttpTypes } from '@medusajs/types'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'

import { TEXT_FIELDS, titleOf, type FileProduct, type FileVariant } from './file-product.ts'
import { mediaUrlsOf } from './media-files.ts'
import type { ExistingProducts } from './read-existing.ts'
import type { ImportImage } from './read-images.ts'
import type { ShopFacts } from './read-shop.ts'

type Level = { inventory_item_id: string; location_id: string; stocked_quantity: number }

/** What has to be done so that an existing product is as the file says. Everything is empty if it is already. */
export interface ProductPlan {
  /** One line for each change, for the operator. */
  changes: string[]
  update: HttpTypes.AdminUpdateProduct
  newValues: { product_option_id: string; add: { value: string }[] }[]
  variants: { create: HttpTypes.AdminCreateProductVariant[]; update: HttpTypes.AdminBatchUpdateProductVariant[] }
  levels: { create: Level[]; update: Level[] }
  /** Variants that an image shows and that are not known for it yet. */
  links: { imageId: string; variantIds: string[] }[]
  translations: { create: HttpTypes.AdminCreateTranslation[]; update: HttpTypes.AdminUpdateTranslation[] }
}

export interface PlanContext {
  shop: ShopFacts
  images: ReadonlyMap<string, ImportImage>
  /** URLs of uploaded images by the hash of their content. */
  uploaded: ReadonlyMap<string, string>
}

/** Stands for the URL of an image that is not uploaded yet. */
const NOT_UPLOADED = 'new:'
const MOST_SHOWN = 50

/** @returns the body that creates a product; its translations, stock and image links follow by `planProduct` */
export function toNewProduct(file: FileProduct, context: PlanContext): HttpTypes.AdminCreateProduct {
  const { shop } = context
  const urls = imageUrls(file, [], context)
  const tag = file.cut && shop.tags.get(file.cut)
  return {
    handle: file.handle,
    title: file.texts.en.title ?? file.handle,
    ...file.texts.en,
    status: file.status ?? 'published',
    images: urls.map((url) => ({ url })),
    ...(urls[0] ? { thumbnail: urls[0] } : {}),
    ...(file.collection ? { collection_id: file.collection } : {}),
    ...(file.type ? { type_id: file.type } : {}),
    ...(tag ? { tags: [{ id: tag }] } : {}),
    categories: file.categories.map((id) => ({ id })),
    options: file.options.map(({ title }, index) => {
      const values = valuesOf(file, index)
      return { title, values, ranks: Object.fromEntries(values.map((value, rank) => [value, rank])) }
    }),
    variants: file.variants.map((variant, rank) => toNewVariant(variant, file, rank)),
    sales_channels: [{ id: shop.channelId }],
    shipping_profile_id: shop.profileId,
    metadata: metadataOf(file, {}, context),
  }
}

/** With the URLs of films and models, separated by spaces. */
function metadataOf(
  file: FileProduct,
  known: Record<string, unknown> | null | undefined,
  context: PlanContext,
): Record<string, unknown> {
  const metadata = { ...file.metadata }
  const urls = mediaUrlsOf(known)
  for (const [key, sources] of Object.entries(file.media))
    metadata[key] = sources.map((source) => imageUrl(source, urls, context)).join(' ')
  return metadata
}

/**
 * Compares a product of the file with the one in the shop.
 * @throws nothing; mistakes that only the comparison shows go to the lines of the file
 */
export function planProduct(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { translations }: Pick<ExistingProducts, 'translations'>,
  context: PlanContext,
): ProductPlan {
  const plan: ProductPlan = {
    changes: [],
    update: {},
    newValues: [],
    variants: { create: [], update: [] },
    levels: { create: [], update: [] },
    links: [],
    translations: { create: [], update: [] },
  }
  if (!checkOptions(file, product)) return plan
  planTexts(file, product, plan)
  planPlacement(file, product, plan, context)
  planImages(file, product, plan, context)
  planOptions(file, product, plan)
  for (const variant of file.variants) planVariant(variant, { file, product, plan, context })
  planTranslations(file, product, plan, translations)
  return plan
}

function checkOptions(file: FileProduct, product: HttpTypes.AdminProduct): boolean {
  const known = (product.options ?? []).map(({ title }) => title)
  const named = file.options.map(({ title }) => title)
  // Reported already.
  if (named.length === 0) return false
  if (known.length === named.length && named.every((title) => known.includes(title))) return true
  file.row.error(
    `the product has the options ${known.join(', ') || 'none'} in the shop, but ${named.join(', ')} in the file. An import cannot change options: change them in Medusa, or write the same.`,
  )
  return false
}

function planTexts(file: FileProduct, product: HttpTypes.AdminProduct, { update, changes }: ProductPlan): void {
  for (const field of TEXT_FIELDS) {
    const text = file.texts.en[field]
    if (text === undefined || text === product[field]) continue
    update[field] = text
    changes.push(`${field}: ${show(product[field])} → ${show(text)}`)
  }
}

function planPlacement(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { update, changes }: ProductPlan,
  context: PlanContext,
): void {
  const { shop } = context
  if (file.status && file.status !== product.status) {
    update.status = file.status
    changes.push(`status: ${product.status} → ${file.status}`)
  }
  if (file.collection && file.collection !== product.collection_id) {
    update.collection_id = file.collection
    changes.push('collection')
  }
  if (file.type && file.type !== product.type_id) {
    update.type_id = file.type
    changes.push('type')
  }
  const categories = (product.categories ?? []).map(({ id }) => id)
  if (file.categories.some((id) => !categories.includes(id))) {
    update.categories = [...new Set([...categories, ...file.categories])].map((id) => ({ id }))
    changes.push('category')
  }
  const tags = product.tags ?? []
  if (file.cut && !tags.some(({ value }) => value === file.cut)) {
    const tag = shop.tags.get(file.cut)
    if (tag) update.tags = [...tags, { id: tag }].map(({ id }) => ({ id }))
    changes.push(`cut: ${file.cut}`)
  }
  const metadata = metadataOf(file, product.metadata, context)
  const changed = changedKeys(metadata, product.metadata)
  if (changed.length > 0) {
    update.metadata = { ...product.metadata, ...metadata }
    changes.push(...changed)
  }
}

function planImages(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { update, changes, links }: ProductPlan,
  context: PlanContext,
): void {
  if (file.images.length === 0) return
  const existing = (product.images ?? []).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const known = urlsOf(product)
  const urls = imageUrls(file, known, context)
  const wanted = [...urls, ...known.filter((url) => !urls.includes(url))]
  const isSame = wanted.length === existing.length && wanted.every((url, index) => url === existing[index]?.url)
  if (!isSame || product.thumbnail !== wanted[0]) {
    update.images = wanted.map((url) => {
      const id = existing.find((image) => image.url === url)?.id
      return id ? { id, url } : { url }
    })
    if (wanted[0]) update.thumbnail = wanted[0]
    const added = urls.filter((url) => !existing.some((image) => image.url === url)).length
    changes.push(added > 0 ? `images: ${added} new` : 'order of images')
    return
  }
  for (const [index, url] of urls.entries()) {
    const image = existing.find((one) => one.url === url)
    // Two sources may have the same content.
    const sources = file.images.filter((source) => imageUrl(source, known, context) === url)
    const shown = file.variants.filter(({ images }) => images.some((source) => sources.includes(source)))
    const skus = new Set(shown.map(({ sku }) => sku))
    const linked = new Set(variantsOf(image).map(({ id }) => id))
    const variantIds = (product.variants ?? [])
      .filter(({ id, sku }) => skus.has(sku ?? '') && !linked.has(id))
      .map(({ id }) => id)
    if (!image || variantIds.length === 0) continue
    links.push({ imageId: image.id, variantIds })
    changes.push(`image ${index + 1}: shows ${variantIds.length} more variants`)
  }
}

function urlsOf({ images }: HttpTypes.AdminProduct): string[] {
  return (images ?? []).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ url }) => url)
}

/** The variants that an image was assigned to. A variant's own `images` contain those of no variant, too. */
function variantsOf(image: HttpTypes.AdminProductImage | undefined): { id: string }[] {
  return (image as { variants?: { id: string }[] } | undefined)?.variants ?? []
}

/** Returns the URLs of the file's images: the one with the same content that the product has, or the uploaded one. */
function imageUrls(file: FileProduct, known: readonly string[], context: PlanContext): string[] {
  return [...new Set(file.images.map((source) => imageUrl(source, known, context)))]
}

function imageUrl(source: string, known: readonly string[], { images, uploaded }: PlanContext): string {
  const hash = images.get(source)?.hash ?? source
  return known.find((url) => url.includes(hash)) ?? uploaded.get(hash) ?? `${NOT_UPLOADED}${hash}`
}

function planOptions(file: FileProduct, product: HttpTypes.AdminProduct, { newValues, changes }: ProductPlan): void {
  for (const [index, { title }] of file.options.entries()) {
    const option = product.options?.find((one) => one.title === title)
    const known = (option?.values ?? []).map(({ value }) => value)
    const add = valuesOf(file, index).filter((value) => !known.includes(value))
    if (!option || add.length === 0) continue
    newValues.push({ product_option_id: option.id, add: add.map((value) => ({ value })) })
    changes.push(`${title}: ${add.join(', ')} added`)
  }
}

function valuesOf(file: FileProduct, option: number): string[] {
  return [...new Set(file.variants.map(({ values }) => values[option]?.value ?? ''))]
}

function optionsOf(variant: FileVariant, file: FileProduct): Record<string, string> {
  return Object.fromEntries(file.options.map(({ title }, index) => [title, variant.values[index]?.value ?? '']))
}

function toNewVariant(variant: FileVariant, file: FileProduct, rank: number): HttpTypes.AdminCreateProductVariant {
  const { sku, stock, allowBackorder, weight, metadata, prices } = variant
  return {
    title: titleOf(variant),
    sku,
    variant_rank: rank,
    manage_inventory: stock !== undefined,
    allow_backorder: allowBackorder ?? false,
    weight,
    metadata,
    options: optionsOf(variant, file),
    prices: [...prices].map(([currency_code, amount]) => ({ currency_code, amount })),
  }
}

interface VariantPlace {
  file: FileProduct
  product: HttpTypes.AdminProduct
  plan: ProductPlan
  context: PlanContext
}

function planVariant(variant: FileVariant, place: VariantPlace): void {
  const { file, product, plan } = place
  const variants = product.variants ?? []
  const existing = variants.find(({ sku }) => sku === variant.sku)
  if (!existing) {
    const options = optionsOf(variant, file)
    const same = variants.find((one) => hasOptions(one, options, product))
    if (same) {
      variant.row.error(
        `the shop has "${titleOf(variant)}" under the SKU "${same.sku ?? 'none'}". Write that SKU, or change it in Medusa first.`,
      )
      return
    }
    const rank = isWhole(file, product) ? file.variants.indexOf(variant) : variants.length + plan.variants.create.length
    plan.variants.create.push(toNewVariant(variant, file, rank))
    plan.changes.push(`${variant.sku}: new variant`)
    return
  }
  const update = updateOf(variant, existing, place)
  if (Object.keys(update).length > 0) plan.variants.update.push({ id: existing.id, ...update })
  planStock(variant, existing, place)
}

/** Whether a variant of a product has the given values, by the titles of the product's options. */
function hasOptions(
  variant: HttpTypes.AdminProductVariant,
  values: Record<string, string>,
  product: HttpTypes.AdminProduct,
): boolean {
  const chosen = new Map((variant.options ?? []).map(({ option_id, value }) => [option_id, value]))
  return (product.options ?? []).every(({ id, title }) => chosen.get(id) === values[title])
}

/** Only a file that names every variant can order them. */
function isWhole(file: FileProduct, product: HttpTypes.AdminProduct): boolean {
  const skus = new Set(file.variants.map(({ sku }) => sku))
  return (product.variants ?? []).every(({ sku }) => skus.has(sku ?? ''))
}

function updateOf(
  variant: FileVariant,
  existing: HttpTypes.AdminProductVariant,
  { file, product, plan: { changes }, context }: VariantPlace,
): HttpTypes.AdminUpdateProductVariant {
  const update: HttpTypes.AdminUpdateProductVariant = {}
  const { sku } = variant
  const note = (what: string) => changes.push(`${sku}: ${what}`)
  const title = titleOf(variant)
  if (existing.title !== title) {
    update.title = title
    note(`title ${show(existing.title)} → ${show(title)}`)
  }
  const options = optionsOf(variant, file)
  if (!hasOptions(existing, options, product)) {
    update.options = options
    note(`options ${Object.values(options).join(' / ')}`)
  }
  const rank = file.variants.indexOf(variant)
  if (isWhole(file, product) && existing.variant_rank !== rank) {
    update.variant_rank = rank
    note('place in the list')
  }
  if (variant.weight !== undefined && variant.weight !== existing.weight) {
    update.weight = variant.weight
    note(`weight ${existing.weight ?? 'none'} → ${variant.weight}`)
  }
  if (variant.allowBackorder !== undefined && variant.allowBackorder !== existing.allow_backorder) {
    update.allow_backorder = variant.allowBackorder
    note(variant.allowBackorder ? 'can be ordered without stock' : 'cannot be ordered without stock')
  }
  const thumbnail = variant.images[0] && imageUrl(variant.images[0], urlsOf(product), context)
  if (thumbnail && existing.thumbnail !== thumbnail) {
    update.thumbnail = thumbnail
    note('image')
  }
  const changed = changedKeys(variant.metadata, existing.metadata)
  if (changed.length > 0) {
    update.metadata = { ...existing.metadata, ...variant.metadata }
    note(changed.join(', '))
  }
  const prices = pricesOf(variant, existing, note)
  if (prices) update.prices = prices
  return update
}

type ExistingPrice = NonNullable<HttpTypes.AdminProductVariant['prices']>[number]

/**
 * Medusa replaces all prices of a variant, so those that stay are sent too.
 * @returns undefined if no price changes
 */
function pricesOf(
  { prices }: FileVariant,
  existing: HttpTypes.AdminProductVariant,
  note: (what: string) => void,
): HttpTypes.AdminUpdateProductVariant['prices'] | undefined {
  const known = existing.prices ?? []
  const changed = new Map<string, number>()
  for (const [currency, amount] of prices) {
    const before = known.find((price) => price.currency_code === currency && isPlain(price))
    if (before?.amount === amount) continue
    changed.set(currency, amount)
    note(`price ${currency.toUpperCase()} ${before?.amount ?? 'none'} → ${amount}`)
  }
  if (changed.size === 0) return undefined
  const retained = known.map((price) => {
    const { id, currency_code, amount, min_quantity, max_quantity, rules } = price as ExistingPrice & {
      min_quantity?: number | null
      max_quantity?: number | null
      rules?: Record<string, string>
    }
    const isChanged = isPlain(price) && changed.has(currency_code)
    return {
      id,
      currency_code,
      amount: isChanged ? (changed.get(currency_code) ?? amount) : amount,
      ...(isPlain(price) ? {} : { min_quantity: min_quantity ?? null, max_quantity: max_quantity ?? null }),
      ...(rules && Object.keys(rules).length > 0 ? { rules } : {}),
    }
  })
  const added = [...changed].filter(([code]) => !known.some((one) => one.currency_code === code && isPlain(one)))
  return [...retained, ...added.map(([currency_code, amount]) => ({ currency_code, amount }))]
}

/** Whether a price holds for every shopper and number of pieces. */
function isPlain(price: ExistingPrice): boolean {
  const { min_quantity, max_quantity, rules } = price as unknown as Record<string, unknown>
  return min_quantity == null && max_quantity == null && Object.keys(rules ?? {}).length === 0
}

function planStock(variant: FileVariant, existing: HttpTypes.AdminProductVariant, place: VariantPlace): void {
  const { stock, sku, row } = variant
  const { plan, context } = place
  if (stock === undefined) return
  const item = existing.inventory_items?.[0]
  if (!existing.manage_inventory || !item) {
    row.error(
      `the stock of "${sku}" is not counted in the shop. Turn on "manage inventory" in Medusa, or leave the stock empty.`,
    )
    return
  }
  const location_id = context.shop.locationId
  const level = item.inventory?.location_levels?.find((one) => one.location_id === location_id)
  if (level?.stocked_quantity === stock) return
  const wanted = { inventory_item_id: item.inventory_item_id, location_id, stocked_quantity: stock }
  ;(level ? plan.levels.update : plan.levels.create).push(wanted)
  plan.changes.push(`${sku}: stock ${level?.stocked_quantity ?? 'none'} → ${stock}`)
}

function planTranslations(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { translations: batch, changes }: ProductPlan,
  known: ExistingProducts['translations'],
): void {
  for (const { reference, reference_id, translations } of russianRows(file, product)) {
    const existing = known.get(reference_id)
    const changed = changedKeys(translations, existing?.texts)
    if (changed.length === 0) continue
    if (existing) batch.update.push({ id: existing.id, translations: { ...existing.texts, ...translations } })
    else batch.create.push({ reference, reference_id, locale_code: LANGUAGE_TAGS.ru, translations })
    for (const key of changed)
      changes.push(`Russian ${key}: ${show(existing?.texts[key])} → ${show(translations[key])}`)
  }
}

interface RussianRow {
  reference: string
  reference_id: string
  translations: Record<string, string>
}

/** The rows of the product that have Russian texts in the file. */
function russianRows(file: FileProduct, product: HttpTypes.AdminProduct): RussianRow[] {
  const rows: RussianRow[] = [{ reference: 'product', reference_id: product.id, translations: file.texts.ru }]
  for (const [index, { title, russian }] of file.options.entries()) {
    const option = product.options?.find((one) => one.title === title)
    if (!option) continue
    if (russian) rows.push({ reference: 'product_option', reference_id: option.id, translations: { title: russian } })
    for (const { id, value } of option.values ?? []) {
      const named = file.variants.find(({ values }) => values[index]?.value === value)?.values[index]?.russian
      if (named) rows.push({ reference: 'product_option_value', reference_id: id, translations: { value: named } })
    }
  }
  for (const { sku, values } of file.variants) {
    const variant = product.variants?.find((one) => one.sku === sku)
    if (!variant || values.every(({ russian }) => russian === undefined)) continue
    const title = values.map(({ value, russian }) => russian ?? value).join(' / ')
    rows.push({ reference: 'product_variant', reference_id: variant.id, translations: { title } })
  }
  return rows
}

function changedKeys(wanted: Record<string, unknown>, known: Record<string, unknown> | null | undefined): string[] {
  return Object.keys(wanted).filter((key) => wanted[key] !== known?.[key])
}

function show(text: string | null | undefined): string {
  if (!text) return 'none'
  return `"${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}"`
}
