import { useLayoutEffect } from 'react'

/** The shopper's choices. `system` uses the setting of the device. */
export const COLOR_MODES = ['system', 'light', 'dark'] as const
export type ColorMode = (typeof COLOR_MODES)[number]

/** The theme that is displayed. */
export type Theme = 'light' | 'dark'

/** Storage key of the shopper's choice. */
export const COLOR_MODE_KEY = 'color-mode'

/**
 * Returns the theme of a page. A theme that the page enforces comes first, then the shopper's choice, then the device's
 * setting.
 * The source of this function is part of the inline script, so it must not use anything outside itself.
 * @param chosen the stored choice; any value except `light` and `dark` means the device's setting
 */
export function themeOf(chosen: string | null | undefined, forced: string | undefined, isSystemDark: boolean): string {
  if (forced) return forced
  if (chosen === 'light' || chosen === 'dark') return chosen
  return isSystemDark ? 'dark' : 'light'
}

/**
 * Returns the theme that a page enforces through `colorMode` in its handle.
 * @param pageId identifies the page in the warning
 * @returns undefined if the page enforces none, or an invalid one such as `system`
 */
export function forcedTheme(handle: unknown, pageId: string | undefined): Theme | undefined {
  const { colorMode } = (handle ?? {}) as { colorMode?: unknown }
  if (colorMode === undefined || colorMode === 'light' || colorMode === 'dark') return colorMode
  console.warn(`The page ${pageId} can keep light or dark, not:`, colorMode)
  return undefined
}

/**
 * Applies the theme that a page enforces after a navigation, and restores the shopper's theme when the page is left.
 * The theme of the first page is in its HTML.
 * @param colorMode the page's color mode
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
