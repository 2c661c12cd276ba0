import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text: string
  /** Where to go from here. */
  children: ReactNode
}

/** Nothing to show, said kindly, with a way on. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-words flex-col items-center py-16 text-center md:py-24">
      <p className="display text-2xl">{title}</p>
      <p className="mt-3 text-quiet">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
