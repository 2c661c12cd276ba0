/**
 * Turns expressions into the text that stands for them, `--REGEX /source/flags`, wherever they lie: what travels is
 * plain JSON.
 */
export function toWire(params: unknown): unknown {
  if (params instanceof RegExp) return `--REGEX ${params}`
  if (Array.isArray(params)) return params.map(toWire)
  if (typeof params !== 'object' || params === null) return params
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, toWire(value)]))
}
