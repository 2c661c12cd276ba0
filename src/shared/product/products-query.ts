/** Longer than any handle of ours; the calls about products take none that is longer. */
const LONGEST = 100

/** The address of a page about some products, without its language: `/compare?pieces=a,b`. */
export function productsPath(path: string, handles: readonly string[]): string {
  return handles.length === 0 ? path : `${path}?pieces=${handles.map(encodeURIComponent).join(',')}`
}

/** Handles of the products that an address of such a page names, each once. */
export function readChunks(search: URLSearchParams): string[] {
  const named = (search.get('pieces') ?? '').split(',').map((handle) => handle.trim())
  return [...new Set(named)].filter((handle) => handle !== '' && handle.length <= LONGEST)
}
