import type { CartStore } from '../cart.store.ts'
import type { OtherTabs } from './open-cart.ts'

/**
 * Keeps the cart in step with the life of its page: what waits is sent before the page goes, and the cart is
 * read anew when it comes back or another tab changed it.
 * @returns what stops it
 */
export function followPage(store: CartStore, otherTabs: OtherTabs): () => void {
  const life = new AbortController()
  const { signal } = life
  const refreshIfSeen = () => {
    if (document.visibilityState === 'visible') void store.refresh()
  }
  addEventListener('pagehide', store.leave, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && void store.refresh(), { signal })
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? store.flush() : refreshIfSeen()),
    { signal },
  )
  const stopListening = otherTabs.listen(refreshIfSeen)
  const stopWaiting = whenIdle(() => void store.init())
  return () => {
    life.abort()
    stopListening()
    stopWaiting()
  }
}

/** The page wakes up first. */
function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(action, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(action, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
