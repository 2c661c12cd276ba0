import { toNewProduct } from '../shop/new-product.ts'
import { originalPrices, salePrices, type Price } from '../shop/prices.ts'
import type { SampleProduct } from '../shop/samples.ts'
import { dollarsOf, variantsOf, type NewVariant } from '../shop/variants.ts'

export interface StoredProduct {
  handle: string
  title: string
  subtitle: string | null
  description: string | null
  thumbnail: string | null
  images: { url: string }[]
  variants: StoredVariant[]
}

interface StoredVariant {
  sku: string | null
  thumbnail: string | null
  price_set: { prices: (Price & { price_list_id: string | null; rules_count: number | null })[] } | null
}

/** Prices in price lists may be missing, since the merchant can end the sale. */
export function isSample(product: StoredProduct, sample: SampleProduct) {
  const wanted = toNewProduct(sample)
  const images = wanted.metals.flatMap((metal) => metal.pictures)
  const variants = new Map(variantsOf(wanted).map((variant) => [variant.sku, variant]))
  return (
    product.handle === sample.handle &&
    product.title === sample.title.en &&
    product.subtitle === sample.subtitle.en &&
    product.description === sample.description.en &&
    product.thumbnail === (images[0] ?? null) &&
    isSameSet(
      product.images.map(({ url }) => url),
      images,
    ) &&
    isSameSet(
      product.variants.map(({ sku }) => sku),
      [...variants.keys()],
    ) &&
    product.variants.every((variant) => isSampleVariant(variant, variants.get(variant.sku ?? '')))
  )
}

function isSampleVariant({ thumbnail, price_set: set }: StoredVariant, wanted: NewVariant | undefined) {
  if (!wanted) return false
  const prices = set?.prices ?? []
  const sale = new Set(salePrices(dollarsOf(wanted)).map(keyOf))
  return (
    thumbnail === (wanted.metal.pictures[0] ?? null) &&
    prices.every(({ rules_count: rules }) => !rules) &&
    isSameSet(
      prices.filter(({ price_list_id: list }) => !list).map(keyOf),
      originalPrices(dollarsOf(wanted)).map(keyOf),
    ) &&
    prices.filter(({ price_list_id: list }) => list).every((price) => sale.has(keyOf(price)))
  )
}

function keyOf({ currency_code: currency, amount }: Price) {
  return `${currency} ${amount}`
}

function isSameSet(values: readonly unknown[], others: readonly unknown[]) {
  const [one, other] = [new Set(values), new Set(others)]
  return one.size === other.size && [...one].every((value) => other.has(value))
}
