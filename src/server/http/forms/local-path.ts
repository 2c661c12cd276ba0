/**
 * A place of ours that a form may send the shopper to.
 * @returns path, query and hash; undefined for anything that could lead elsewhere
 */
export function localPath(value: unknown): string | undefined {
  // Browsers read `//x`, `/\x` and, after dropping tabs and newlines, `/<tab>/x` as another host.
  if (typeof value !== 'string' || value.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value)) return undefined
  if (!URL.canParse(value, 'http://local.invalid')) return undefined
  const url = new URL(value, 'http://local.invalid')
  // Dots are gone only now: `/en/..//x` has become `//x`.
  if (url.host !== 'local.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
