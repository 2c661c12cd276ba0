const LONGEST = 100

export function productsPath(path: string, handles: readonly string[]): string {
  return handles.length === 0 ? path : `${path}?pieces=${handles.map(encodeURIComponent).join(',')}`
}

export function readHandles(search: URLSearchParams): string[] {
  const named = (search.get('pieces') ?? '').split(',').map((handle) => handle.trim())
  return [...new Set(named)].filter((handle) => handle !== '' && handle.length <= LONGEST)
}
