import type { ContentDocument } from '../document.ts'
import { withoutTrailingSlash } from '../without-trailing-slash.ts'

/**
 * Where a document sends its readers: its own `redirect`, else the `navigation.redirect` of its folder.
 * @param path where the readers are: no one is sent there again, to whatever place of it
 * @returns a path without its language, or an http address, in letters that a header may hold; null for anything else
 */
export function redirectOf(found: ContentDocument | null, path: string): string | null {
  const folder = found?._dir as unknown
  const target = found?.['redirect'] ?? fieldOf(fieldOf(folder, 'navigation'), 'redirect')
  if (typeof target !== 'string' || !isAddress(target) || pageOf(target) === pageOf(path)) return null
  return target.toWellFormed().replaceAll(/[^!-~]/gu, encodeURIComponent)
}

function pageOf(address: string): string {
  return withoutTrailingSlash(address.replace(/[?#].*$/s, ''))
}

function isAddress(target: string): boolean {
  // Browsers read `//host` and `/\host` as another host.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
