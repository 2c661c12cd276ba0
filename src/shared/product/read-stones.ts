import { checkCut, checkWhole } from './field-checks.ts'
import { STONE_CUTS, type StoneCut } from './stone-cuts.ts'

/** A group of identical stones. */
export interface Stones {
  /** Null if there are too many to count. */
  count: number | null
  cut: StoneCut
  /** The longer side or the diameter, in mm. */
  length: number
  width: number
}

export interface WrittenStones {
  count: string
  cut: string
  length: string
  width: string
}

export interface StonesProblem {
  index: number
  field: keyof WrittenStones
  message: string
}

const PART = /^(?:([\d+-]\S*) )?([a-z]\S*)(?: (.*?)(?:x(.+))?)?$/
const SIDE = /^\d{1,2}(?:\.\d{1,2})?$/
const MOST_COUNTED = 999

/** Not a comma that separates two groups of stones. */
const DECIMAL_COMMA = /(?<=\d),(?=\d{1,2}\s*(?:[xх×,]|$))/gi
/** Also the Cyrillic letter that looks like `x`. */
const TIMES = /(?<=\d)\s*[xх×]\s*(?=\d)/gi

/**
 * `1 oval 8x6, 2 round 4, round 1.3`. Empty if any part is invalid: a typo hides the drawing instead of showing a wrong
 * size.
 */
export function readStones(text: unknown): Stones[] {
  if (typeof text !== 'string') return []
  const { stones, problems } = checkStones(splitStones(text))
  return problems.length === 0 ? stones : []
}

export function splitStones(text: string): WrittenStones[] {
  const parts = text.replaceAll(DECIMAL_COMMA, '.').replaceAll(TIMES, 'x').split(',')
  return parts.filter((part) => part.trim() !== '').map(splitPart)
}

function splitPart(part: string): WrittenStones {
  const text = part.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const [, count = '', cut = text, length = '', width = ''] = PART.exec(text) ?? []
  return { count, cut, length, width }
}

export function checkStones(list: readonly WrittenStones[]): { stones: Stones[]; problems: StonesProblem[] } {
  const stones: Stones[] = []
  const problems: StonesProblem[] = []
  for (const [index, typed] of list.entries()) {
    const [count, cut] = [typed.count.trim(), typed.cut.trim()]
    const [length, width] = [typed.length, typed.width].map((side) => side.trim().replace(',', '.')) as [string, string]
    const messages: Record<keyof WrittenStones, string | undefined> = {
      count: count === '' ? undefined : checkWhole(count, { least: 1, most: MOST_COUNTED, what: 'number of stones' }),
      cut: checkCut(cut),
      length: checkSide(length),
      width: width === '' ? undefined : checkSide(width),
    }
    const wrong = (Object.keys(messages) as (keyof WrittenStones)[]).flatMap((field) => {
      const message = messages[field]
      return message === undefined ? [] : [{ index, field, message }]
    })
    problems.push(...wrong)
    if (wrong.length === 0) stones.push(toStones({ count, cut, length, width }))
  }
  return { stones, problems }
}

function checkSide(text: string): string | undefined {
  if (SIDE.test(text) && Number(text) > 0) return undefined
  const fault = text === '' ? 'The size is missing.' : `"${text}" is no size.`
  return `${fault} Write millimeters from 0.01 to 99.99, such as 6.5.`
}

function toStones({ count, cut, length: first, width: second }: WrittenStones): Stones {
  const [length = 0, width = 0] = [first, second || first].map(Number).toSorted((a, b) => b - a)
  const code = STONE_CUTS.find((one) => one === cut) as StoneCut
  return { count: count === '' ? null : Number(count), cut: code, length, width }
}

export function writeStones(stones: readonly Stones[]): string {
  return stones
    .map(({ count, cut, length, width }) =>
      [count ?? '', cut, length === width ? length : `${length}x${width}`].join(' ').trim(),
    )
    .join(', ')
}
