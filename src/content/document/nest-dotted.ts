type Fields = Record<string, unknown>

/** Reads `navigation.icon: pen` as `navigation: {icon: pen}` and `tags.0: a` as a list, at any depth. */
export function nestDotted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nestDotted)
  if (!isFields(value)) return value
  const nested: Fields = {}
  const opened = new Set<Fields>()
  for (const [key, under] of Object.entries(value)) put(nested, key.split('.'), nestDotted(under), opened)
  return asLists(nested, opened)
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function put(into: Fields, [key = '', ...rest]: string[], value: unknown, opened: Set<Fields>): void {
  // Assigning `__proto__` would change the prototype of the object.
  if (key === '__proto__') return
  const there = Object.hasOwn(into, key) ? into[key] : undefined
  if (rest.length === 0) {
    if (isFields(there) && isFields(value)) Object.assign(there, value)
    else into[key] = value
    return
  }
  const next: Fields = isFields(there) ? there : {}
  if (next !== there) opened.add(next)
  into[key] = next
  put(next, rest, value, opened)
}

function asLists(fields: Fields, opened: Set<Fields>): unknown {
  for (const [key, value] of Object.entries(fields)) {
    if (isFields(value) && opened.has(value)) fields[key] = asLists(value, opened)
  }
  const keys = Object.keys(fields)
  const isList = opened.has(fields) && keys.every((key, index) => key === String(index))
  return isList ? Object.values(fields) : fields
}
