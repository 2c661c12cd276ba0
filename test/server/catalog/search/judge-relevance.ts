import type { RelevanceRow } from './relevance-row.ts'

const FIRST = 3

/** Handle of a shelf -> handles of its products. */
export type PriceListed = ReadonlyMap<string, ReadonlySet<string>>
/** What came for a row: handles, the nearest first. */
export type Find = (row: RelevanceRow) => Promise<readonly string[]> | readonly string[]

export interface Judgement {
  row: RelevanceRow
  first: readonly string[]
  holds: boolean
}

/**
 * Looks for every row, and says of each whether the first products are what a jeweller's good assistant would bring.
 */
export async function judgeRelevance(
  rows: readonly RelevanceRow[],
  categories: PriceListed,
  find: Find,
): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for (const row of rows) {
    const first = (await find(row)).slice(0, FIRST)
    judgements.push({ row, first, holds: isWanted(row, first, categories) })
  }
  return judgements
}

/** The share of rows that hold, from 0 to 1. */
export function shareOf(judgements: readonly Judgement[]): number {
  return judgements.filter(({ holds }) => holds).length / judgements.length
}

/** A line for every kind with its share, and after it one for every row that does not hold. */
export function toReport(judgements: readonly Judgement[]): string[] {
  return [...Map.groupBy(judgements, ({ row }) => row.kind)].flatMap(([kind, ofKind]) => [
    `${toPercent(shareOf(ofKind))} of ${ofKind.length} ${kind}`,
    ...ofKind.filter(({ holds }) => !holds).map(toLine),
  ])
}

export function toPercent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`
}

function toLine({ row, first }: Judgement): string {
  return `  “${row.q}” (${row.locale}) wants ${row.wants}, first came ${first.join(', ') || 'nothing'}`
}

function isWanted({ wants }: RelevanceRow, first: readonly string[], categories: PriceListed): boolean {
  const category = categories.get(wants)
  if (!category) return first.includes(wants)
  return first.filter((handle) => category.has(handle)).length >= Math.min(FIRST, category.size)
}
