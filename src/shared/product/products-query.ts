/** Maximum length of a handle; the product API rejects longer ones. */
const LONGEST = 100

/** Adds handles to the path of a page about several products: `/compare?pieces=a,b`. The path has no language. */
export function productsPath(path: string, handles: readonly string[]): string {
  return handles.length === 0 ? path : `${path}?pieces=${handles.map(encodeURIComponent).join(',')}`
}

/** Reads the handles that `productsPath` wrote, without duplicates and impossible ones. */
export function readHandles(search: URLSearchParams): string[] {
  const named = (search.get('pieces') ?? '').split(',').map((handle) => handle.trim())
  return [...new Set(named)].filter((handle) => handle !== '' && handle.length <= LONGEST)
}
