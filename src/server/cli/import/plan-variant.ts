import type { HttpTypes } from '@medusajs/types'

import { changedKeys, show } from './changes.ts'
import { titleOf, type FileProduct, type FileVariant } from './file-product.ts'
import { imageUrl, urlsOf } from './plan-images.ts'
import type { PlanContext, ProductPlan } from './plan.ts'

function optionsOf(variant: FileVariant, file: FileProduct): Record<string, string> {
  return Object.fromEntries(file.options.map(({ title }, index) => [title, variant.values[index]?.value ?? '']))
}

export function toNewVariant(
  variant: FileVariant,
  file: FileProduct,
  rank: number,
): HttpTypes.AdminCreateProductVariant {
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

export function planVariant(variant: FileVariant, place: VariantPlace): void {
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
