import type { Locale } from '#shared/i18n/locale.ts'

import type { Row } from './read-table.ts'
import type { Report } from './report.ts'

/** The texts of a product that are translated. */
export const TEXT_FIELDS = ['title', 'subtitle', 'description', 'material'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** What a file says of a product. What is undefined or empty is left as it is in the shop. */
export interface FileProduct {
  /** Its first line. */
  row: Row
  handle: string
  texts: Record<Locale, Partial<Record<TextField, string>>>
  status: 'draft' | 'published' | undefined
  /** Ids of the category and the categories above it. */
  categories: readonly string[]
  collection: string | undefined
  type: string | undefined
  /** The product's tag: the code of the main stone's cut. */
  cut: string | undefined
  metadata: Record<string, unknown>
  options: readonly { title: string; russian: string | undefined }[]
  /** Paths and URLs as the file writes them, without repetition. */
  images: readonly string[]
  /** Films and models, as `images`, by the key of the product's metadata: `film`, `film:white-gold`, `model`. */
  media: Readonly<Record<string, readonly string[]>>
  variants: readonly FileVariant[]
}

export interface FileVariant {
  row: Row
  sku: string
  /** A value for each option. */
  values: readonly { value: string; russian: string | undefined }[]
  stock: number | undefined
  allowBackorder: boolean | undefined
  metadata: Record<string, unknown>
  weight: number | undefined
  /** Amounts in the backend's unit, by lower-case currency code. */
  prices: ReadonlyMap<string, number>
  images: readonly string[]
}

/** The English title of a variant: its option values. */
export function titleOf(variant: Pick<FileVariant, 'values'>): string {
  return variant.values.map(({ value }) => value).join(' / ')
}

/**
 * Reports variants of a product with the same option values, values that differ only in case, and prices of 0: shoppers
 * could not tell the first two apart, and the third are given away.
 */
export function checkVariants(variants: readonly FileVariant[], report: Report): void {
  const lines = new Map<string, number>()
  const spellings = new Map<string, string>()
  for (const { row, ...variant } of variants) {
    const title = titleOf(variant)
    const earlier = lines.get(title)
    if (earlier === undefined) lines.set(title, row.line)
    else row.error(`"${title}" is on line ${earlier} already. Give each variant other option values.`)
    for (const [index, { value }] of variant.values.entries()) {
      const key = `${index} ${value.toLowerCase()}`
      const spelling = spellings.get(key) ?? value
      if (spelling !== value)
        row.error(`"${value}" is "${spelling}" on an earlier line of the product. Write the same.`)
      spellings.set(key, spelling)
    }
    if ([...variant.prices.values()].includes(0)) report.warn('A variant with a price of 0 is given away.')
  }
}
