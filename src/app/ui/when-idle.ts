/** A browser without work may never call itself idle, as a headless Chromium does that draws no frames. */
const LATEST_MS = 1000

/** Does something once the browser has nothing better to do, or a second later; soon in Safari, which knows no idleness. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(action)
  else requestIdleCallback(action, { timeout: LATEST_MS })
}
