import type { ReactNode } from 'react'

interface ChapterProps {
  /** Its place in the page's address. */
  id: string
  title: string
  /** What a designer has to know before using it. */
  text?: string | undefined
  children: ReactNode
}

/** One subject of the guide: named on the left, shown on the right. */
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
  /** Which state this is. */
  name: string
  className?: string
  children: ReactNode
}

/** One state of a part with its name below. */
export function Sample({ name, className = '', children }: SampleProps) {
  return (
    <figure className={`flex min-w-0 flex-col gap-2.5 ${className}`}>
      {children}
      <figcaption className="text-xs text-quiet">{name}</figcaption>
    </figure>
  )
}

/** The same parts by day and by night, side by side whatever the page's own light is. */
export function BothLights({ children }: { children: (light: 'light' | 'dark') => ReactNode }) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {(['light', 'dark'] as const).map((light) => (
        <div key={light} data-theme={light} className="min-w-0 rounded-sm border border-line p-5 md:p-7">
          {children(light)}
        </div>
      ))}
    </div>
  )
}
