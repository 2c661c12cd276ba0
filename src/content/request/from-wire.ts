import { readExpression } from '../query/pattern/read-expression.ts'
import { MOST, refuse } from '../query/refuse.ts'

const WIRE = /^--REGEX \/(.+)\/([dgimsuy]*)$/s

/**
 * Turns the text that stands for an expression, `--REGEX /source/flags`, back into one, wherever it lies.
 * @param params plain data as JSON brings it; it is not changed
 * @throws {ContentError} 400 for an expression that is not valid
 */
export function fromWire(params: unknown, place = 'The query', depth = 0): unknown {
  if (typeof params === 'string') {
    if (!params.startsWith('--REGEX ')) return params
    const [, source, flags = ''] = WIRE.exec(params) ?? []
    return source === undefined ? params : readExpression(source, flags, place)
  }
  if (typeof params !== 'object' || params === null || params instanceof RegExp) return params
  // Deeper than any condition may lie, and far from what a call stack can bear.
  if (depth > 3 * MOST.depth) return refuse(place, 'lies too deep')
  if (Array.isArray(params)) {
    const values = params.map((value) => fromWire(value, place, depth + 1))
    return values.some((value, index) => value !== params[index]) ? values : params
  }
  const entries = Object.entries(params).map(([key, value]) => [key, fromWire(value, key, depth + 1)] as const)
  const isSame = entries.every(([key, value]) => value === (params as Record<string, unknown>)[key])
  return isSame ? params : Object.fromEntries(entries)
}
