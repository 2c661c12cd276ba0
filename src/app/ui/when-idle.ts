/** Timeout, because an idle callback may never run, as in a headless Chromium that draws no frames. */
const TIMEOUT_MS = 1000

/** Runs an action when the browser is idle, at the latest after a second; soon in Safari without requestIdleCallback. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(action)
  else requestIdleCallback(action, { timeout: TIMEOUT_MS })
}
