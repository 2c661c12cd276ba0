import { useLayoutEffect } from 'react'

import { forcedTheme } from './color-mode.ts'

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
