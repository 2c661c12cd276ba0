import type { Locale } from '#shared/i18n/locale.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import type { CategoryRecord, CollectionRecord, ProductRecord } from '../records.ts'

/** What a piece is found by. */
export interface PieceText {
  text: string
  /** How much a word of it tells, up to 255. */
  weight: number
  /** Whether it names pieces: its words are also found by a part of them, or misspelt. */
  isTelling: boolean
  /** Whether its words mean something only together: white gold. */
  isPhrase: boolean
}

/** What the shelves of pieces are called. */
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

/** A piece -> its texts in one language. What has no language stands with the default one. */
export function pieceTexts(record: ProductRecord, locale: Locale, naming: Naming): PieceText[] {
  const words = record.words[locale]
  const collection = record.collection === null ? undefined : naming.collectionById.get(record.collection)
  const texts: PieceText[] = []
  const add = (text: string | null | undefined, weight: number, { isTelling = true, isPhrase = false } = {}): void => {
    if (text) texts.push({ text, weight, isTelling, isPhrase })
  }
  add(words.title, WEIGHT.title)
  for (const { name, weight } of shelvesOf(record, naming)) add(name[locale], weight)
  for (const value of madeValues(record, locale)) add(value, WEIGHT.value, { isPhrase: true })
  add(collection?.words[locale].title, WEIGHT.collection)
  add(words.material, WEIGHT.material)
  add(words.subtitle, WEIGHT.subtitle, { isTelling: false })
  add(words.description, WEIGHT.description, { isTelling: false })
  if (locale !== DEFAULT_LOCALE) return texts
  add(record.tags.join(' '), WEIGHT.cut)
  for (const sku of new Set(record.variants.map((variant) => variant.sku))) add(sku, WEIGHT.sku, { isTelling: false })
  return texts
}

/** What a text of a piece can follow from: another order of the same is another text. */
export function searchedFacts({ words, tags, categories, collection, options, variants }: ProductRecord): string {
  return JSON.stringify([words, tags, categories, collection, options, variants.map((one) => [one.sku, one.options])])
}

function shelvesOf(record: ProductRecord, { categoryById }: Naming) {
  const shelves = new Map<string, { name: Record<Locale, string>; weight: number }>()
  const own = record.categories.flatMap((id) => categoryById.get(id) ?? [])
  for (const category of own) shelves.set(category.id, { name: namesOf(category), weight: WEIGHT.category })
  for (let above = own; above.length > 0;) {
    above = above.flatMap(({ parentId }) => (parentId === null ? [] : (categoryById.get(parentId) ?? [])))
    above = above.filter(({ id }) => !shelves.has(id))
    for (const category of above) shelves.set(category.id, { name: namesOf(category), weight: WEIGHT.aboveCategory })
  }
  return [...shelves.values()]
}

function namesOf({ words }: { words: Record<Locale, { name: string }> }): Record<Locale, string> {
  return { en: words.en.name, ru: words.ru.name }
}

/** Values that some variant is made in; what only stands in the backend's list cannot be bought. */
function madeValues({ options, variants, words }: ProductRecord, locale: Locale): string[] {
  return options.flatMap(({ code, values }) => {
    const made = new Set(variants.map((variant) => variant.options[code]))
    return values
      .filter((value) => made.has(value.code))
      .flatMap(({ id, code: value }) => words[locale].values[id] ?? (code === METAL ? value : []))
  })
}
