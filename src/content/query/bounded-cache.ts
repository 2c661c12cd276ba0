/**
 * Keeps what was made last, up to so many: what has not been asked for longest goes first.
 * @returns a function that gives what is kept under a key, or makes and keeps it
 */
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
