import { useId, type ReactNode } from 'react'

interface TermSectionProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** A list of searches. */
  children: ReactNode
}

/** Searches that one need not type, below their heading. */
export function TermSection({ title, aside, children }: TermSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id={id} className="label-caps text-gold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
