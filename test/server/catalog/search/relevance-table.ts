import type { RelevanceRow } from './relevance-row.ts'
import { ANY_ORDER } from './relevance/any-order.ts'
import { ATTRIBUTES } from './relevance/attributes.ts'
import { CATEGORY_NAMES } from './relevance/category-names.ts'
import { ENGLISH_FORMS } from './relevance/english-forms.ts'
import { ENGLISH_TYPOS } from './relevance/english-typos.ts'
import { JEWELLERS_TERMS } from './relevance/jewellers-terms.ts'
import { OTHER_ALPHABET } from './relevance/other-alphabet.ts'
import { OTHER_KEYBOARD } from './relevance/other-keyboard.ts'
import { OTHER_LANGUAGE } from './relevance/other-language.ts'
import { RUSSIAN_FORMS } from './relevance/russian-forms.ts'
import { RUSSIAN_TYPOS } from './relevance/russian-typos.ts'
import { SKUS } from './relevance/skus.ts'

/** Queries for the sample shop, written before the search was. */
export const RELEVANCE_TABLE: readonly RelevanceRow[] = [
  ...RUSSIAN_FORMS,
  ...ENGLISH_FORMS,
  ...RUSSIAN_TYPOS,
  ...ENGLISH_TYPOS,
  ...ATTRIBUTES,
  ...OTHER_KEYBOARD,
  ...OTHER_ALPHABET,
  ...SKUS,
  ...CATEGORY_NAMES,
  ...ANY_ORDER,
  ...OTHER_LANGUAGE,
  ...JEWELLERS_TERMS,
]
