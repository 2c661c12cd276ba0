import type { ReactNode } from 'react'

import { Section } from '../../ui/section.tsx'
import { usePartSpace } from '../page-setting.tsx'

interface PartSectionProps {
  /** Undefined if the author gave none. */
  title: string | undefined
  more?: { href: string; label: string } | undefined
  children: ReactNode
}

export function PartSection({ title, more, children }: PartSectionProps) {
  const space = usePartSpace()
  if (title === undefined) return <div className={`page-width ${space}`}>{children}</div>
  return (
    <Section title={title} className={space} more={more}>
      {children}
    </Section>
  )
}
