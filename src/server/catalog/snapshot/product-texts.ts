import { type Locale, DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import type { CategoryRecord, CollectionRecord, ProductRecord } from '../records/records.ts'

/** What a product is found by. */
export interface ProductText {
  text: string
  /** How much a word of it tells, up to 255. */
  weight: number
  /** Whether it names products: its words are also found by a part of them, or misspelt. */
  isDistinctive: boolean
  /** Whether its words mean something only together: white gold. */
  isPhrase: boolean
}

/** What the shelves of products are called. */
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

/** A product -> its texts in one language. What has no language stands with the default one. */
export function productTexts(record: ProductRecord, locale: Locale, naming: Naming): ProductText[] {
  const terms = record.words[locale]
  const collection = record.collection === null ? undefined : naming.collectionById.get(record.collection)
  const texts: ProductText[] = []
  const add = (
    text: string | null | undefined,
    weight: number,
    { isDistinctive = true, isPhrase = false } = {},
  ): void => {
    if (text) texts.push({ text, weight, isDistinctive, isPhrase })
  }
  add(terms.title, WEIGHT.title)
  for (const { name, weight } of categoriesOf(record, naming)) add(name[locale], weight)
  for (const value of madeValues(record, locale)) add(value, WEIGHT.value, { isPhrase: true })
  add(collection?.words[locale].title, WEIGHT.collection)
  add(terms.material, WEIGHT.material)
  add(terms.subtitle, WEIGHT.subtitle, { isDistinctive: false })
  add(terms.description, WEIGHT.description, { isDistinctive: false })
  if (locale !== DEFAULT_LOCALE) return texts
  add(record.tags.join(' '), WEIGHT.cut)
  for (const sku of new Set(record.variants.map((variant) => variant.sku)))
    add(sku, WEIGHT.sku, { isDistinctive: false })
  return texts
}

/** What a text of a product can follow from: another order of the same is another text. */
export function searchedFacts({
  words: terms,
  tags,
  categories,
  collection,
  options,
  variants,
}: ProductRecord): string {
  return JSON.stringify([terms, tags, categories, collection, options, variants.map((one) => [one.sku, one.options])])
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

function namesOf({ words: terms }: { words: Record<Locale, { name: string }> }): Record<Locale, string> {
  return { en: terms.en.name, ru: terms.ru.name }
}

/** Values that some variant is made in; what only stands in the backend's list cannot be bought. */
function madeValues({ options, variants, words: terms }: ProductRecord, locale: Locale): string[] {
  return options.flatMap(({ code, values }) => {
    const made = new Set(variants.map((variant) => variant.options[code]))
    return values
      .filter((value) => made.has(value.code))
      .flatMap(({ id, code: value }) => terms[locale].values[id] ?? (code === METAL ? value : []))
  })
}
