/**
 * The timeout is needed because an idle callback may never run, for example in a headless Chromium that draws no
 * frames.
 */
const TIMEOUT_MS = 1000

/**
 * Runs an action when the browser is idle, after at most a second. In Safari, which has no requestIdleCallback, it runs
 * soon.
 */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(action)
  else requestIdleCallback(action, { timeout: TIMEOUT_MS })
}
