import { useLocalePath } from '../../routing/page-context.tsx'

export interface LinkTarget {
  href: string
  rel?: string
}

/** Authors write internal links without a locale; the page's is added. Returns the props of an `<a>`. */
export function useLink(): (written: unknown) => LinkTarget {
  const to = useLocalePath()
  return (written) => {
    const href = typeof written === 'string' ? written : ''
    if (/^\/(?![/\\])/.test(href)) return { href: to(href) }
    return /^https?:/i.test(href) ? { href, rel: 'noopener external' } : { href }
  }
}
