/** Replaces regular expressions with the text `--REGEX /source/flags`, at any depth, so that a query is plain JSON. */
export function toWire(params: unknown): unknown {
  if (params instanceof RegExp) return `--REGEX ${params}`
  if (Array.isArray(params)) return params.map(toWire)
  if (typeof params !== 'object' || params === null) return params
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, toWire(value)]))
}
