import { useLocalePath } from '../../routing/page-context.tsx'

export interface LinkTarget {
  href: string
  rel?: string
}

/**
 * Where a link of the words leads: pages of ours are written without their language and get the reader's own.
 * @returns takes what the author wrote
 */
export function useLink(): (written: unknown) => LinkTarget {
  const to = useLocalePath()
  return (written) => {
    const href = typeof written === 'string' ? written : ''
    if (/^\/(?![/\\])/.test(href)) return { href: to(href) }
    return /^https?:/i.test(href) ? { href, rel: 'noopener external' } : { href }
  }
}
