import { Type, type Static } from 'typebox'

import { isBespoke } from '#server/orders/withdrawals/order-books.ts'
import { MOST_ENGRAVED } from '#shared/product/engraving.ts'
import { checkCut, checkPlainText, checkWhole } from '#shared/product/field-checks.ts'
import { checkStones, splitStones, writeStones, type Stones } from '#shared/product/read-stones.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

/** The fields of a product that the dashboard edits and Medusa itself does not know, as they are typed. */
export const ProductFields = Type.Object({
  stones: Type.Array(
    Type.Object({ count: Type.String(), cut: Type.String(), length: Type.String(), width: Type.String() }),
  ),
  /** Cuts for the filter: tags of the product. */
  cuts: Type.Array(Type.String()),
  engraving: Type.String(),
  bespoke: Type.Boolean(),
  material_en: Type.String(),
  material_ru: Type.String(),
})
export type ProductFields = Static<typeof ProductFields>

/** What Medusa stores of a product. */
export const StoredProduct = Type.Object({
  metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  tags: Type.Array(Type.String()),
  material_en: Type.String(),
  material_ru: Type.String(),
})

/** Returns the fields of a stored product. A value that was written by hand and is wrong is kept, so that it is seen. */
export function readProductFields({ metadata, tags, ...materials }: Static<typeof StoredProduct>): ProductFields {
  return {
    stones: splitStones(toText(metadata?.['stones'])),
    cuts: STONE_CUTS.filter((cut) => tags.includes(cut)),
    engraving: toText(metadata?.['engraving']),
    bespoke: isBespoke(metadata),
    ...materials,
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : value ? JSON.stringify(value) : ''
}

interface CheckedFields {
  /** What is wrong, as sentences for the staff. The field of a stone is such as `stones.0.length`. */
  problems: { field: string; message: string }[]
  /** The groups of stones that are right. */
  stones: Stones[]
  /** What Medusa has to store if there are no problems. Medusa removes a key whose value is empty. */
  metadata: { stones: string; engraving: number | ''; bespoke: true | '' }
}

/** Checks the fields by the rules of an import. */
export function checkProductFields(fields: ProductFields): CheckedFields {
  const { stones, problems } = checkStones(fields.stones)
  const engraving = fields.engraving.trim()
  const checks: [field: string, message: string | undefined][] = [
    ...problems.map(({ index, field, message }): [string, string] => [`stones.${index}.${field}`, message]),
    ...fields.cuts.map((cut): [string, string | undefined] => ['cuts', checkCut(cut)]),
    ['engraving', engraving === '' ? undefined : checkEngravingLimit(engraving)],
    ['material_en', checkPlainText(fields.material_en)],
    ['material_ru', checkPlainText(fields.material_ru)],
  ]
  return {
    problems: checks.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }])),
    stones,
    metadata: {
      stones: writeStones(stones),
      engraving: engraving === '' ? '' : Number(engraving),
      bespoke: fields.bespoke || '',
    },
  }
}

function checkEngravingLimit(text: string): string | undefined {
  return checkWhole(text, { least: 1, most: MOST_ENGRAVED, what: 'number of characters' })
}
