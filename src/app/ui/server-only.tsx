import { useState, type ReactNode } from 'react'

import { useHydrated } from './hydration-mark.tsx'

interface ServerOnlyProps {
  /** The id of the element. */
  id: string
  className?: string
  /** The contents. The browser's scripts must not import them, or only if `import.meta.env.SSR` is true. */
  children: ReactNode
  /** Shown where the server has not rendered the element: on a later page of the document. */
  later?: ReactNode
}

/**
 * An element whose contents only the server renders, so that no script and no messages are sent for them. React neither
 * compares nor replaces its HTML.
 */
export function ServerOnly({ id, className, children, later }: ServerOnlyProps) {
  const [isFromServer] = useState(!useHydrated())
  const [html] = useState(() => (import.meta.env.SSR || later ? '' : receivedHtml(id)))
  if (import.meta.env.SSR) {
    return (
      <div id={id} className={className}>
        {children}
      </div>
    )
  }
  return isFromServer || !later ? (
    <div id={id} className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    later
  )
}

/** The server's HTML by id, for a page that React renders from scratch. */
const received = new Map<string, string>()

function receivedHtml(id: string): string {
  const html = received.get(id) ?? document.getElementById(id)?.innerHTML ?? ''
  received.set(id, html)
  return html
}
