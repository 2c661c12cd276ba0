/** The home page stays `/`. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1')
}
