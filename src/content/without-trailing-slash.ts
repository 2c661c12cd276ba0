/** The path without its trailing slash: `/blogs` for `/blogs/`; the home page stays `/`. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1')
}
