import { useState, type ReactNode } from 'react'

import { useHydrated } from './hydration-mark.tsx'

interface ServerOnlyProps {
  id: string
  className?: string
  /** Imported only if `import.meta.env.SSR` is true, so that the scripts of the page do not contain them. */
  children: ReactNode
  /** For a later page of the document, where the server has not rendered the element. */
  later?: ReactNode
}

/**
 * Only the server renders the contents, so no script and no messages are sent for them. React neither compares nor
 * replaces the HTML.
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

const received = new Map<string, string>()

function receivedHtml(id: string): string {
  const html = received.get(id) ?? document.getElementById(id)?.innerHTML ?? ''
  received.set(id, html)
  return html
}
