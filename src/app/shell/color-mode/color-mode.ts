import { useLayoutEffect } from 'react'

/** `system` uses the setting of the device. */
export const COLOR_MODES = ['system', 'light', 'dark'] as const
export type ColorMode = (typeof COLOR_MODES)[number]

export type Theme = 'light' | 'dark'

export const COLOR_MODE_KEY = 'color-mode'

/**
 * This function's source is part of the inline script, so it must not use anything outside itself.
 * @param chosen any value except `light` and `dark` means the device's setting
 */
export function themeOf(chosen: string | null | undefined, forced: string | undefined, isSystemDark: boolean): string {
  if (forced) return forced
  if (chosen === 'light' || chosen === 'dark') return chosen
  return isSystemDark ? 'dark' : 'light'
}

/** The theme that a page's handle enforces; undefined for none or an invalid one such as `system`. */
export function forcedTheme(handle: unknown, pageId: string | undefined): Theme | undefined {
  const { colorMode } = (handle ?? {}) as { colorMode?: unknown }
  if (colorMode === undefined || colorMode === 'light' || colorMode === 'dark') return colorMode
  console.warn(`The page ${pageId} can keep light or dark, not:`, colorMode)
  return undefined
}

/** The theme of the first page is in its HTML. This applies and reverts those of later pages. */
export function useForcedTheme(colorMode: unknown, pageId: string | undefined): void {
  useLayoutEffect(() => {
    const forced = forcedTheme({ colorMode }, pageId)
    if (!forced) return undefined
    const { dataset } = document.documentElement
    dataset['forcedTheme'] = forced
    return () => void delete dataset['forcedTheme']
  }, [colorMode, pageId])
}
