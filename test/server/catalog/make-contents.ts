import type {
  CatalogContents,
  CategoryRecord,
  CollectionRecord,
  Frame,
  ProductPrices,
  ProductRecord,
  Region,
  VariantRecord,
} from '#server/catalog/records/records.ts'
import { createShop, type Shop } from '#server/catalog/shop.ts'
import { buildSnapshot } from '#server/catalog/snapshot/snapshot.ts'
import { NO_SYNONYMS, type Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'

/** The prices of a region by product id. */
export interface PriceList {
  regionId: string
  prices: ReadonlyMap<string, ProductPrices>
}

export const AMERICA: Region = {
  id: 'reg_us',
  name: 'International',
  currency_code: 'USD',
  countries: ['BR', 'US'],
  shippingOptions: [],
}
export const EUROPE: Region = {
  id: 'reg_eu',
  name: 'Europe',
  currency_code: 'EUR',
  countries: ['DE', 'FR'],
  shippingOptions: [],
}

export const CATEGORIES: CategoryRecord[] = [
  makeCategory('rings', null, 'Rings', 'Кольца'),
  makeCategory('halo', 'rings', 'Halo', 'С ореолом'),
  makeCategory('solitaire', 'rings', 'Solitaire', 'Солитеры'),
  makeCategory('earrings', null, 'Earrings', 'Серьги'),
]

export const COLLECTIONS: CollectionRecord[] = [
  { id: 'pcol_best', handle: 'best-sellers', words: { en: { title: 'Best sellers' }, ru: { title: 'Бестселлеры' } } },
]

interface ProductFacts extends Partial<ProductRecord> {
  id: string
}

export function makeProduct({ id, ...facts }: ProductFacts): ProductRecord {
  const variants = facts.variants ?? [makeVariant(`${id}_v1`)]
  const text = (title: string) => ({
    title,
    subtitle: null,
    description: null,
    material: null,
    options: {},
    values: {},
    variants: Object.fromEntries(variants.map((variant) => [variant.id, 'Default variant'])),
  })
  return {
    id,
    handle: `piece-${id}`,
    status: 'published',
    createdAt: '2026-01-01T00:00:00.000Z',
    thumbnail: null,
    images: [],
    options: [],
    categories: [],
    collection: null,
    engraving: null,
    films: {},
    model: [],
    type: null,
    tags: [],
    discountable: true,
    stones: [],
    prices: {},
    words: { en: text(`Piece ${id}`), ru: text(`Украшение ${id}`) },
    ...facts,
    variants,
  }
}

export function makeVariant(id: string, facts: Partial<VariantRecord> = {}): VariantRecord {
  return {
    id,
    sku: null,
    stock: 5,
    backorder: false,
    managed: true,
    weight: null,
    length: null,
    height: null,
    width: null,
    material: null,
    options: {},
    images: [],
    ...facts,
  }
}

/** @param amounts product id -> calculated amounts of its variants, in hundredths */
export function makePriceList(region: Region, products: ProductRecord[], amounts: Record<string, number[]>): PriceList {
  const prices = new Map<string, ProductPrices>()
  for (const product of products) {
    const priced = product.variants.flatMap((variant, index) => {
      const amount = amounts[product.id]?.[index]
      return amount === undefined ? [] : [[variant.id, makePrice(amount)] as const]
    })
    const cheapestFirst = priced.map(([, price]) => price).toSorted((a, b) => a.calculated_amount - b.calculated_amount)
    const lowest = cheapestFirst[0] ?? null
    const varies = cheapestFirst.at(-1)?.calculated_amount !== lowest?.calculated_amount
    prices.set(product.id, { variants: Object.fromEntries(priced), lowest, varies })
  }
  return { regionId: region.id, prices }
}

export function makeContents(products: ProductRecord[], priceLists: PriceList[] = []): CatalogContents {
  const frame: Frame = { regions: [EUROPE, AMERICA], categories: CATEGORIES, collections: COLLECTIONS }
  return {
    frame,
    products: new Map(
      products.map((product) => {
        const prices = Object.fromEntries(
          priceLists.flatMap(({ regionId, prices: list }) => {
            const own = list.get(product.id)
            return own ? [[regionId, own]] : []
          }),
        )
        return [product.id, { ...product, prices }]
      }),
    ),
  }
}

export async function openShop(
  products: ProductRecord[],
  priceLists: PriceList[] = [],
  synonyms: Synonyms = NO_SYNONYMS,
): Promise<Shop> {
  const snapshot = await buildSnapshot(makeContents(products, priceLists), 'any')
  const resolveImage: ResolveImage = (url, locale) =>
    url.startsWith('http') ? undefined : { url, alt: `${locale} alt`, width: 800, height: 600 }
  return createShop(snapshot, resolveImage, () => synonyms)
}

function makePrice(amount: number) {
  return {
    calculated_amount: amount,
    original_amount: amount * 2,
    tax_inclusive: false,
    calculated_amount_with_tax: amount,
    calculated_amount_without_tax: amount,
    original_amount_with_tax: amount * 2,
    original_amount_without_tax: amount * 2,
  }
}

function makeCategory(handle: string, parent: string | null, en: string, ru: string): CategoryRecord {
  return {
    id: `pcat_${handle}`,
    handle,
    parentId: parent && `pcat_${parent}`,
    rank: 0,
    words: { en: { name: en, description: '' }, ru: { name: ru, description: '' } },
  }
}
