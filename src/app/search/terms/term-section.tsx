import { useId, type ReactNode } from 'react'

interface TermSectionProps {
  title: string
  /** Content beside the title. */
  aside?: ReactNode
  /** A list of searches. */
  children: ReactNode
}

/** A section of search links with a heading. */
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
