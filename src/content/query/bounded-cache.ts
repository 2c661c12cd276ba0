/**
 * Keeps what was made last, up to so many: what has not been asked for longest goes first.
 * @returns a function that gives what is kept under a key, or makes and keeps it
 */
export function createBoundedCache<Made>(most: number): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>()
  return (key, make) => {
    const found = kept.get(key)
    if (found !== undefined) {
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    const made = make()
    if (kept.size >= most) kept.delete(kept.keys().next().value as string)
    kept.set(key, made)
    return made
  }
}
