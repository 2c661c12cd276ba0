import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'

interface WhenNearProps {
  /** Loads the component when the shopper scrolls near; must be the same function on every render. */
  load: () => Promise<ComponentType>
  /** How close: a part of the window's height. */
  near?: `${number}%`
  className?: string
  /** Placeholder until then, and if it cannot be loaded; as large as the component. */
  children?: ReactNode
}

/** A part far down the page. Its script is not loaded before the shopper scrolls near it. */
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
