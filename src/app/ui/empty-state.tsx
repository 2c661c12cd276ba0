import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text: string
  isPage?: boolean
  children: ReactNode
}

export function EmptyState({ title, text, isPage = false, children }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      className={`mx-auto flex max-w-words flex-col items-center py-16 text-center md:py-24 ${isPage ? 'px-5' : ''}`}
    >
      <Title className="display text-2xl">{title}</Title>
      <p className="mt-3 text-balance text-quiet">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
