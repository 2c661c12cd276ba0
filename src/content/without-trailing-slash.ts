/** The path as documents have it: `/blogs` for `/blogs/`; the home page keeps its only one. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1')
}
