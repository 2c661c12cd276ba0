/** LRU, written by hand because the browser loads it with the content engine. */
export function createBoundedCache<Made>(most: number): (key: string, make: () => Made) => Made {
  const cached = new Map<string, Made>()
  return (key, make) => {
    const found = cached.get(key)
    if (found !== undefined) {
      cached.delete(key)
      cached.set(key, found)
      return found
    }
    const made = make()
    if (cached.size >= most) cached.delete(cached.keys().next().value as string)
    cached.set(key, made)
    return made
  }
}
