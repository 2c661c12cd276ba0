import { loadAgainIfIncomplete } from './shell/app-update/load-again.ts'
import { GUARD_MS, RELOADS_KEY } from './shell/app-update/reload-once.ts'
import { COLOR_MODE_SCRIPT } from './shell/color-mode/color-mode-head.tsx'

/** The only inline script of a kept page: its hash stands in the CSP, so that it is the same on every page. */
export const INLINE_SCRIPT = `${COLOR_MODE_SCRIPT};(${String(loadAgainIfIncomplete)})(${JSON.stringify(RELOADS_KEY)},${GUARD_MS})`
