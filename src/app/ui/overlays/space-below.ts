import { useEffect, type RefObject } from 'react'

/**
 * CSS properties of the root: the heights of the consent bar, the buy bar, and above them a sheet or the compare bar.
 */
type SpaceBelow = '--covered' | '--buy-bar' | '--sheet' | '--compare-bar'

export const SPACE_BELOW_CHANGE = 'space-below'

/**
 * CSS places other elements above the fixed `element`, scrolls focused elements clear of it and pads the page.
 * @param isOn false if the element takes no space now
 */
export function useSpaceBelow(element: RefObject<HTMLElement | null>, property: SpaceBelow, isOn = true): void {
  useEffect(() => {
    if (!element.current || !isOn) return undefined
    const { style } = document.documentElement
    const publish = (height: number) => {
      if (height > 0) {
        style.setProperty(property, `${Math.ceil(height)}px`)
        showFocused(height)
      } else style.removeProperty(property)
      dispatchEvent(new Event(SPACE_BELOW_CHANGE))
    }
    const watcher = new ResizeObserver(([entry]) => publish(entry?.borderBoxSize[0]?.blockSize ?? 0))
    watcher.observe(element.current)
    return () => {
      watcher.disconnect()
      publish(0)
    }
  }, [element, property, isOn])
}

/** The browser scrolled to the focused element before it knew of the space. */
function showFocused(height: number): void {
  const focused = document.querySelector('main :focus-visible, footer :focus-visible')
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  if (top < innerHeight && bottom > innerHeight - height) focused?.scrollIntoView({ block: 'nearest' })
}
