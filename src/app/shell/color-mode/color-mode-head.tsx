import { COLORS } from '#shared/shop/colors.ts'

import { COLOR_MODE_KEY, themeOf, type Theme } from './color-mode.ts'
import { followColorMode } from './follow-color-mode.ts'

/** The token `--paper`, for uses outside CSS. */
export const PAPER: Record<Theme, string> = COLORS.paper

/** Runs before the first paint, so that the page never flashes in another color mode than the stored one. */
export const COLOR_MODE_SCRIPT = `(${String(followColorMode)})(${JSON.stringify(COLOR_MODE_KEY)},${String(themeOf)},${JSON.stringify(PAPER)})`

/** Server only. The theme color of the browser's bar for pages without scripts. */
export function ColorModeHead({ forced }: { forced: Theme | undefined }) {
  if (forced) return <meta name="theme-color" content={PAPER[forced]} />
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAPER.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAPER.dark} />
    </>
  )
}
