import { CHECKOUT_STEPS } from '#shared/checkout/checkout-steps.ts'
import { PAGE_PATHS, type PagePath } from '#shared/page/page-paths.ts'
import { CATEGORY_HANDLES } from '#shared/shop/category-handles.ts'

/** Pages that an author writes: each needs its file. */
const WRITTEN: readonly PagePath[] = ['blogs', 'blogs/:article', '*']
const APP_PATHS = PAGE_PATHS.filter((path) => !WRITTEN.includes(path))

/** Words that stand for themselves in the place of a parameter. */
const VALUES: Record<string, readonly string[]> = { ':category': CATEGORY_HANDLES, ':step?': CHECKOUT_STEPS }

/**
 * Tells whether a page needs no file of content.
 * @param path without its language, starting with `/`
 */
export function isAppPath(path: string): boolean {
  const given = path.split('/').slice(1)
  return APP_PATHS.some((pattern) => {
    const parts = pattern.split('/')
    const isWhole = parts.length === given.length || (pattern.endsWith('?') && parts.length === given.length + 1)
    return isWhole && given.every((text, index) => fits(parts[index] ?? '', text))
  })
}

function fits(part: string, given: string): boolean {
  if (!part.startsWith(':')) return part === given
  return VALUES[part]?.includes(given) ?? given !== ''
}
