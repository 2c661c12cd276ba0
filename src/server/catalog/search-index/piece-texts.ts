import type { Locale } from '#shared/i18n/locale.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import type { CategoryRecord, CollectionRecord, ProductRecord } from '../records.ts'

/** What a piece is found by, and how much a word of it tells; `telling` words are also found by a part or misspelt. */
export interface PieceText {
  text: string
  weight: number
  isTelling: boolean
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
  const texts: [string | null | undefined, number, boolean?][] = [
    [words.title, WEIGHT.title],
    [words.subtitle, WEIGHT.subtitle],
    [words.description, WEIGHT.description, false],
    [words.material, WEIGHT.material],
    [collection?.words[locale].title, WEIGHT.collection],
    ...shelvesOf(record, naming).map(({ name, weight }): [string, number] => [name[locale], weight]),
    ...madeValues(record, locale).map((value): [string, number] => [value, WEIGHT.value]),
  ]
  if (locale === DEFAULT_LOCALE) {
    texts.push([record.tags.join(' '), WEIGHT.cut])
    texts.push([record.variants.map(({ sku }) => sku ?? '').join(' '), WEIGHT.sku, false])
  }
  return texts.flatMap(([text, weight, isTelling = true]) => (text ? [{ text, weight, isTelling }] : []))
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
