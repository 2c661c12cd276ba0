import { type Locale, DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import type { CategoryRecord, CollectionRecord, ProductRecord } from '../records/records.ts'

export interface ProductText {
  text: string
  /** The weight of its words, up to 255. */
  weight: number
  /** Whether it names the product: its words also match prefixes and misspellings. */
  isDistinctive: boolean
  /** Whether its words have a meaning only together: white gold. */
  isPhrase: boolean
}

export interface Naming {
  categoryById: ReadonlyMap<string, CategoryRecord>
  collectionById: ReadonlyMap<string, CollectionRecord>
}

const METAL = 'metal'
const WEIGHT = {
  title: 100,
  category: 70,
  aboveCategory: 50,
  cut: 60,
  value: 50,
  collection: 40,
  material: 40,
  subtitle: 30,
  sku: 20,
  description: 8,
}

/** Tags and SKUs belong to the default language. */
export function productTexts(record: ProductRecord, locale: Locale, naming: Naming): ProductText[] {
  const ownText = record.words[locale]
  const collection = record.collection === null ? undefined : naming.collectionById.get(record.collection)
  const texts: ProductText[] = []
  const add = (
    text: string | null | undefined,
    weight: number,
    { isDistinctive = true, isPhrase = false } = {},
  ): void => {
    if (text) texts.push({ text, weight, isDistinctive, isPhrase })
  }
  add(ownText.title, WEIGHT.title)
  for (const { name, weight } of categoriesOf(record, naming)) add(name[locale], weight)
  for (const value of madeValues(record, locale)) add(value, WEIGHT.value, { isPhrase: true })
  add(collection?.words[locale].title, WEIGHT.collection)
  add(ownText.material, WEIGHT.material)
  add(ownText.subtitle, WEIGHT.subtitle, { isDistinctive: false })
  add(ownText.description, WEIGHT.description, { isDistinctive: false })
  if (locale !== DEFAULT_LOCALE) return texts
  add(record.tags.join(' '), WEIGHT.cut)
  for (const sku of new Set(record.variants.map((variant) => variant.sku)))
    add(sku, WEIGHT.sku, { isDistinctive: false })
  return texts
}

/** Serializes everything that `productTexts` reads, to detect changes. The order is significant. */
export function searchedFacts({ words, tags, categories, collection, options, variants }: ProductRecord): string {
  return JSON.stringify([
    words,
    tags,
    categories,
    collection,
    options,
    variants.map(({ sku, options: chosen }) => [sku, chosen]),
  ])
}

function categoriesOf(record: ProductRecord, { categoryById }: Naming) {
  const groups = new Map<string, { name: Record<Locale, string>; weight: number }>()
  const own = record.categories.flatMap((id) => categoryById.get(id) ?? [])
  for (const category of own) groups.set(category.id, { name: namesOf(category), weight: WEIGHT.category })
  for (let above = own; above.length > 0;) {
    above = above.flatMap(({ parentId }) => (parentId === null ? [] : (categoryById.get(parentId) ?? [])))
    above = above.filter(({ id }) => !groups.has(id))
    for (const category of above) groups.set(category.id, { name: namesOf(category), weight: WEIGHT.aboveCategory })
  }
  return [...groups.values()]
}

function namesOf({ words }: CategoryRecord): Record<Locale, string> {
  return { en: words.en.name, ru: words.ru.name }
}

/** Values without a variant cannot be bought. */
function madeValues({ options, variants, words }: ProductRecord, locale: Locale): string[] {
  return options.flatMap(({ code, values }) => {
    const made = new Set(variants.map((variant) => variant.options[code]))
    return values
      .filter((value) => made.has(value.code))
      .flatMap(({ id, code: value }) => words[locale].values[id] ?? (code === METAL ? value : []))
  })
}
