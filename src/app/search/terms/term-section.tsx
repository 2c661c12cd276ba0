import { useId, type ReactNode } from 'react'

export function TermSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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
