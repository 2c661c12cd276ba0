/** Does something once the browser has nothing better to do; Safari, which has no idea of idleness, does it soon. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(action)
  else requestIdleCallback(action)
}
