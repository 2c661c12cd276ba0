import type { ContentDocument } from '../document.ts'
import { MOST, refuse } from './refuse.ts'

export type Picker = (document: ContentDocument) => Partial<ContentDocument>

/**
 * Makes the function that leaves of a document what was asked for: first without, then only. Keys of the top level;
 * `_` and `$` stand for every key that begins so, a dotted key for nothing.
 * @throws {ContentError} 400 for what is no list of texts
 */
export function createPicker(only: unknown, without: unknown): Picker {
  const wanted = readKeys(only, 'only')
  const unwanted = readKeys(without, 'without')
  const [isWanted, isUnwanted] = [createSelection(wanted), createSelection(unwanted)]
  if (wanted.length === 0 && unwanted.length === 0) return (document) => document
  const [keys, prefixes] = [wanted.filter((key) => !isPrefix(key)), wanted.some(isPrefix)]
  if (wanted.length > 0 && !prefixes)
    return (document) => copy(document, keys, (key) => Object.hasOwn(document, key) && !isUnwanted(key))
  return (document) =>
    copy(document, Object.keys(document), (key) => !isUnwanted(key) && (wanted.length === 0 || isWanted(key)))
}

function copy(document: ContentDocument, keys: readonly string[], isSaved: (key: string) => boolean) {
  const picked: Record<string, unknown> = {}
  // This one key would change what the copy inherits.
  for (const key of keys) if (key !== '__proto__' && isSaved(key)) picked[key] = document[key]
  return picked
}

function createSelection(keys: readonly string[]): (key: string) => boolean {
  const names = new Set(keys.filter((key) => !isPrefix(key)))
  const prefixes = keys.filter(isPrefix)
  return (key) => names.has(key) || prefixes.some((prefix) => key.startsWith(prefix))
}

function isPrefix(key: string): boolean {
  return key === '_' || key === '$'
}

function readKeys(value: unknown, place: string): string[] {
  if (value === undefined || value === null) return []
  const keys: unknown[] = Array.isArray(value) ? value : [value]
  if (keys.length > MOST.listLength) refuse(place, `is a list of more than ${MOST.listLength}`)
  if (!keys.every((key) => typeof key === 'string')) refuse(place, 'needs a list of keys')
  return keys
}
