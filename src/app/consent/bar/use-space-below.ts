import { useEffect, type RefObject } from 'react'

/**
 * Tells the page how much of the window's lower edge something covers, as `--covered`: what sticks there stands above
 * it, what takes the focus is scrolled clear of it, and the page ends below it.
 */
export function useSpaceBelow(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!element.current) return undefined
    const { style } = document.documentElement
    const watcher = new ResizeObserver(([entry]) => {
      style.setProperty('--covered', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`)
    })
    watcher.observe(element.current)
    return () => {
      watcher.disconnect()
      style.removeProperty('--covered')
    }
  }, [element])
}
