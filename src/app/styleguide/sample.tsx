import type { ReactNode } from 'react'

interface ChapterProps {
  /** Fragment of its URL. */
  id: string
  title: string
  /** Usage note for designers. */
  text?: string | undefined
  children: ReactNode
}

/** One chapter of the guide: title on the left, samples on the right. */
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
  /** The name of the displayed state. */
  name: string
  className?: string
  children: ReactNode
}

/** One state of a component with its name below. */
export function Sample({ name, className = '', children }: SampleProps) {
  return (
    <figure className={`flex min-w-0 flex-col gap-2.5 ${className}`}>
      {children}
      <figcaption className="text-xs text-quiet">{name}</figcaption>
    </figure>
  )
}

/** The given components in light and dark mode, side by side. */
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
