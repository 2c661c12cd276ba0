import { useLayoutEffect } from 'react'

/** What a shopper may ask for; `system` follows the device. */
export const COLOR_MODES = ['system', 'light', 'dark'] as const
export type ColorMode = (typeof COLOR_MODES)[number]

/** The light that a page is seen in. */
export type Theme = 'light' | 'dark'

/** Where the shopper's choice is stored. */
export const COLOR_MODE_KEY = 'color-mode'

/**
 * The light of a page: its own where it keeps one, then what the shopper chose, then the device's.
 * Its text is part of the page's inline script, so it leans on nothing outside itself.
 * @param chosen as stored: anything but `light` and `dark` means the device's
 */
export function themeOf(chosen: string | null | undefined, forced: string | undefined, isSystemDark: boolean): string {
  if (forced) return forced
  if (chosen === 'light' || chosen === 'dark') return chosen
  return isSystemDark ? 'dark' : 'light'
}

/**
 * The light that a page keeps whatever the shopper chose, by its handle's `colorMode`.
 * @param pageId names the page in the warning
 * @returns undefined where the page keeps none, or asks for what no page may ask for: `system`, or nonsense
 */
export function forcedTheme(handle: unknown, pageId: string | undefined): Theme | undefined {
  const { colorMode } = (handle ?? {}) as { colorMode?: unknown }
  if (colorMode === undefined || colorMode === 'light' || colorMode === 'dark') return colorMode
  console.warn(`The page ${pageId} can keep light or dark, not:`, colorMode)
  return undefined
}

/**
 * Keeps a page that was navigated to in the light that it asks for, and gives the shopper's back when it is left.
 * The first page's stands in its HTML.
 * @param colorMode what it asks for
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
