import { useEffect, type RefObject } from 'react'

/**
 * CSS properties of the root that hold the height of what is fixed at the lower edge of the window: the consent bar, the
 * buy bar of phones, and above them a sheet or the compare bar.
 */
type SpaceBelow = '--covered' | '--buy-bar' | '--sheet' | '--compare-bar'

/** Event of the window: a height has changed. */
export const SPACE_BELOW_CHANGE = 'space-below'

/**
 * Publishes the height of an element that is fixed at the lower edge. CSS uses it to place other elements above the
 * element, to scroll focused elements clear of it and to add padding to the page.
 * @param isOn false if the element takes no space now
 */
export function useSpaceBelow(element: RefObject<HTMLElement | null>, property: SpaceBelow, isOn = true): void {
  useEffect(() => {
    if (!element.current || !isOn) return undefined
    const { style } = document.documentElement
    const publish = (height: number) => {
      if (height > 0) style.setProperty(property, `${Math.ceil(height)}px`)
      else style.removeProperty(property)
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
