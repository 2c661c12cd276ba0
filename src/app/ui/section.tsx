import { useId, type ReactNode } from 'react'

import { ArrowRightIcon } from './icons.tsx'

interface SectionProps {
  title: string
  /** Link to the full list. */
  more?: { href: string; label: string }
  className?: string
  children: ReactNode
}

export function Section({ title, more, className = 'pt-16 md:pt-24 lg:pt-28', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`page-width ${className}`}>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 md:mb-12">
        <h2 id={id} className="display text-3xl md:text-4xl">
          {title}
        </h2>
        {more ? (
          <a
            href={more.href}
            className="group inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold"
          >
            {more.label}
            <ArrowRightIcon className="size-4 transition-transform duration-200 group-hover:translate-x-1" />
          </a>
        ) : null}
      </div>
      {children}
    </section>
  )
}
