const INDEX = /^(?:0|[1-9]\d*)$/

/**
 * Reads a key such as `author.name` or `tags.0`, only own ones: never `constructor`. A text has its characters and
 * length.
 */
export function createGetter(key: string): (from: unknown) => unknown {
  if (!key.includes('.')) return (from) => read(from, key)
  const steps = key.split('.')
  return (from) => {
    let value = from
    for (const step of steps) {
      if (value === undefined || value === null) return undefined
      value = read(value, step)
    }
    return value
  }
}

function read(from: unknown, key: string): unknown {
  if (typeof from === 'string') return key === 'length' ? from.length : INDEX.test(key) ? from[Number(key)] : undefined
  if (typeof from !== 'object' || from === null) return undefined
  return Object.hasOwn(from, key) ? (from as Record<string, unknown>)[key] : undefined
}
