import { useLayoutEffect } from 'react'

/** The shopper's choice; `system` follows the device. */
export const COLOR_MODES = ['system', 'light', 'dark'] as const
export type ColorMode = (typeof COLOR_MODES)[number]

/** The theme that is shown. */
export type Theme = 'light' | 'dark'

/** Storage key of the shopper's choice. */
export const COLOR_MODE_KEY = 'color-mode'

/**
 * The theme of a page: its own if it forces one, then the shopper's choice, then the device's.
 * Its source is part of the inline script, so it uses nothing outside itself.
 * @param chosen as stored; anything but `light` and `dark` means the device's
 */
export function themeOf(chosen: string | null | undefined, forced: string | undefined, isSystemDark: boolean): string {
  if (forced) return forced
  if (chosen === 'light' || chosen === 'dark') return chosen
  return isSystemDark ? 'dark' : 'light'
}

/**
 * The theme that a page forces with its handle's `colorMode`.
 * @param pageId names the page in the warning
 * @returns undefined if the page forces none, or an invalid one such as `system`
 */
export function forcedTheme(handle: unknown, pageId: string | undefined): Theme | undefined {
  const { colorMode } = (handle ?? {}) as { colorMode?: unknown }
  if (colorMode === undefined || colorMode === 'light' || colorMode === 'dark') return colorMode
  console.warn(`The page ${pageId} can keep light or dark, not:`, colorMode)
  return undefined
}

/**
 * Applies the forced theme of a page after a navigation, and restores the shopper's when it is left.
 * The first page's theme is in its HTML.
 * @param colorMode the page's
 */
export function useForcedTheme(colorMode: unknown, pageId: string | undefined): void {
  useLayoutEffect(() => {
    const forced = forcedTheme({ colorMode }, pageId)
    if (!forced) return undefined
    const { dataset } = document.documentElement
    dataset['forcedTheme'] = forced
    return () => void delete dataset['forcedTheme']
  }, [colorMode, pageId])
}
