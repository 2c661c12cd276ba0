import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'

interface WhenNearProps<Props> {
  /** Must be the same function on every render. */
  load: () => Promise<ComponentType<Props>>
  props?: Props
  /** Distance at which loading starts, as a percentage of the window's height. */
  near?: `${number}%`
  className?: string
  /** A placeholder as large as the component, also shown if loading fails. */
  children?: ReactNode
}

/** For a component far down the page, whose script loads only when the shopper scrolls near it. */
export function WhenNear<Props extends object = object>({
  load,
  props,
  near = '50%',
  className,
  children,
}: WhenNearProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    const { current } = place
    if (!current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load().then(
          (part) => whenUnfocused(current, () => setPart(() => part)),
          () => undefined,
        )
      },
      { rootMargin: near },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [load, near])
  return (
    <div ref={place} className={className}>
      {Part ? <Part {...(props as Props)} /> : children}
    </div>
  )
}

/** Calls back once the focus is outside, because it would be lost with the element's contents. */
function whenUnfocused(element: HTMLElement, act: () => void): void {
  if (!element.contains(document.activeElement)) return act()
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (element.contains(relatedTarget as Node | null)) return
    element.removeEventListener('focusout', leave)
    act()
  }
  element.addEventListener('focusout', leave)
}
