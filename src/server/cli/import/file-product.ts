import type { Locale } from '#shared/i18n/locale.ts'

import type { Row } from './read-table.ts'

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

/** Reports variants of a product with the same option values: shoppers could not tell them apart. */
export function checkVariants(variants: readonly FileVariant[]): void {
  const lines = new Map<string, number>()
  for (const variant of variants) {
    const title = titleOf(variant)
    const earlier = lines.get(title)
    if (earlier === undefined) lines.set(title, variant.row.line)
    else variant.row.error(`"${title}" is on line ${earlier} already. Give each variant other option values.`)
  }
}
