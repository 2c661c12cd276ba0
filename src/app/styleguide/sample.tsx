import type { ReactNode } from 'react'

interface ChapterProps {
  /** The fragment of the URL. */
  id: string
  title: string
  text?: string | undefined
  children: ReactNode
}

export function Chapter({ id, title, text, children }: ChapterProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-8 grid-cols-1 gap-x-16 gap-y-8 border-t border-line py-12 md:py-16 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="display text-3xl">
          {title}
        </h2>
        {text ? <p className="mt-3 max-w-words text-sm leading-6 text-quiet">{text}</p> : null}
      </div>
      <div className="flex flex-col gap-10">{children}</div>
    </section>
  )
}

interface SampleProps {
  name: string
  className?: string
  children: ReactNode
}

export function Sample({ name, className = '', children }: SampleProps) {
  return (
    <figure className={`flex min-w-0 flex-col gap-2.5 ${className}`}>
      {children}
      <figcaption className="text-xs text-quiet">{name}</figcaption>
    </figure>
  )
}

export function BothModes({ children }: { children: (mode: 'light' | 'dark') => ReactNode }) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {(['light', 'dark'] as const).map((mode) => (
        <div key={mode} data-theme={mode} className="min-w-0 rounded-sm border border-line p-5 md:p-7">
          {children(mode)}
        </div>
      ))}
    </div>
  )
}
