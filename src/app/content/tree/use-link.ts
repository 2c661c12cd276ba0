import { useLocalePath } from '../../routing/page-context.tsx'

export interface LinkTarget {
  href: string
  rel?: string
}

/**
 * Resolves links in content. Authors write internal links without a locale, and this adds the locale of the page.
 * @returns a function that converts the author's link to the props of an `<a>`
 */
export function useLink(): (written: unknown) => LinkTarget {
  const to = useLocalePath()
  return (written) => {
    const href = typeof written === 'string' ? written : ''
    if (/^\/(?![/\\])/.test(href)) return { href: to(href) }
    return /^https?:/i.test(href) ? { href, rel: 'noopener external' } : { href }
  }
}
