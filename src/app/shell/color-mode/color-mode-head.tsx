import { COLOR_MODE_KEY, themeOf, type Theme } from './color-mode.ts'
import { followColorMode } from './follow-color-mode.ts'

/** `--paper` of the tokens, for places that CSS does not reach. */
export const PAPER: Record<Theme, string> = { light: '#fbf8f3', dark: '#141210' }

/** Runs before the first paint, so that a stored choice never flashes. */
export const COLOR_MODE_SCRIPT = `(${String(followColorMode)})(${JSON.stringify(COLOR_MODE_KEY)},${String(themeOf)},${JSON.stringify(PAPER)})`

/** Server only: the theme color of the browser's bar without scripts. */
export function ColorModeHead({ forced }: { forced: Theme | undefined }) {
  if (forced) return <meta name="theme-color" content={PAPER[forced]} />
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAPER.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAPER.dark} />
    </>
  )
}
