import type SearchableMap from 'minisearch/SearchableMap'

import { stemTerm } from './split-terms.ts'

/** The extra cost of a different first letter: typos there are rare. */
const OTHER_INITIAL = 0.4

/** The entries of which `plain` may be a misspelling, itself at a cost of 0. */
export function nearIn<Value>(map: SearchableMap<Value>, plain: string) {
  const swapped = Array.from({ length: plain.length < 4 ? 0 : plain.length - 1 }, (_, at) => {
    const spelling = [plain.slice(0, at), plain[at + 1], plain[at], plain.slice(at + 2)].join('')
    const value = map.get(spelling)
    return value === undefined ? [] : [{ spelling, value, cost: 1 }]
  })
  const near = [...map.fuzzyGet(plain, typosIn(plain))].map(([spelling, [value, distance]]) => ({
    spelling,
    value,
    cost: distance + (spelling[0] === plain[0] ? 0 : OTHER_INITIAL),
  }))
  return [...swapped.flat(), ...near]
}

/** None in short words and stems (`mens`), since these match too many others. */
function typosIn(token: string): number {
  const { length } = token
  if (length < 4 || (length === 4 && stemTerm(token).length < 4)) return 0
  return length > 7 ? 2 : 1
}
