/** An idle callback may never run, for example in a headless Chromium that draws no frames. */
const TIMEOUT_MS = 1000

/** Safari has no requestIdleCallback. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(action)
  else requestIdleCallback(action, { timeout: TIMEOUT_MS })
}
