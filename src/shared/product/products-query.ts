/** The product API rejects longer handles. */
const LONGEST = 100

/** `/compare?pieces=a,b`, without language. */
export function productsPath(path: string, handles: readonly string[]): string {
  return handles.length === 0 ? path : `${path}?pieces=${handles.map(encodeURIComponent).join(',')}`
}

/** Without duplicates and impossible handles. */
export function readHandles(search: URLSearchParams): string[] {
  const named = (search.get('pieces') ?? '').split(',').map((handle) => handle.trim())
  return [...new Set(named)].filter((handle) => handle !== '' && handle.length <= LONGEST)
}
