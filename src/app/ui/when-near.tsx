import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'

interface WhenNearProps {
  /** Loads the component when the shopper scrolls near it. It must be an identical function on every render. */
  load: () => Promise<ComponentType>
  /** The distance at which loading starts, as a percentage of the window's height. */
  near?: `${number}%`
  className?: string
  /** A placeholder as large as the component. It is shown until the component is loaded, and if that fails. */
  children?: ReactNode
}

/** A component far down the page. Its script is loaded only when the shopper scrolls near it. */
export function WhenNear({ load, near = '50%', className, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load().then(
          (part) => setPart(() => part),
          () => undefined,
        )
      },
      { rootMargin: near },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [load, near])
  return (
    <div ref={place} className={className}>
      {Part ? <Part /> : children}
    </div>
  )
}
