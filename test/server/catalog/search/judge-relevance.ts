import type { RelevanceRow } from './relevance-table.ts'

const FIRST = 3

/** Category handle -> handles of its products. */
export type ProductsByCategory = ReadonlyMap<string, ReadonlySet<string>>
/** The results of a row: handles, the best first. */
export type Find = (row: RelevanceRow) => Promise<readonly string[]>

export interface Judgement {
  row: RelevanceRow
  first: readonly string[]
  isMet: boolean
}

export async function judgeRelevance(
  rows: readonly RelevanceRow[],
  categories: ProductsByCategory,
  find: Find,
): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for (const row of rows) {
    const first = (await find(row)).slice(0, FIRST)
    judgements.push({ row, first, isMet: meetsRow(row, first, categories) })
  }
  return judgements
}

export function shareOf(judgements: readonly Judgement[]): number {
  return judgements.filter(({ isMet }) => isMet).length / judgements.length
}

/** A line with the share of each kind, followed by its rows without the wanted results. */
export function toReport(judgements: readonly Judgement[]): string[] {
  return [...Map.groupBy(judgements, ({ row }) => row.kind)].flatMap(([kind, ofKind]) => [
    `${toPercent(shareOf(ofKind))} of ${ofKind.length} ${kind}`,
    ...ofKind.filter(({ isMet }) => !isMet).map(toLine),
  ])
}

export function toPercent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`
}

function toLine({ row, first }: Judgement): string {
  return `  “${row.q}” (${row.locale}) wants ${row.wants}, first came ${first.join(', ') || 'nothing'}`
}

function meetsRow({ wants }: RelevanceRow, first: readonly string[], categories: ProductsByCategory): boolean {
  const category = categories.get(wants)
  if (!category) return first.includes(wants)
  return first.filter((handle) => category.has(handle)).length >= Math.min(FIRST, category.size)
}
