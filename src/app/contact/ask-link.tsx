import type { ReactNode } from 'react'

import { useLocalePath } from '../routing/page-context.tsx'

interface AskLinkProps {
  /** The handle of the product that the shopper asks about. */
  product?: string
  className?: string
  children: ReactNode
}

export function AskLink({ product, className = '', children }: AskLinkProps) {
  const to = useLocalePath()
  return (
    <a
      href={to(product ? `/contact?product=${product}` : '/contact')}
      className={`quiet-link inline-flex min-h-11 items-center ${className}`}
    >
      {children}
    </a>
  )
}
