const NAME = 'cart'

/** As long as a tab that is awake takes to open a cart. */
const PATIENCE_MS = 5000

/** Runs a task while none of the shopper's other tabs runs one. @returns what it returns, or throws */
export type Alone = <Result>(task: () => Promise<Result>) => Promise<Result>

/** The shopper's other tabs; each is on its own where the browser lets them share nothing. */
export interface OtherTabs {
  alone: Alone
  notify(cartId: string | undefined): void
  /** @returns what stops the listening */
  listen(onChange: () => void): () => void
}

export function createOtherTabs(): OtherTabs {
  let channel: BroadcastChannel | undefined
  const open = () => {
    try {
      return (channel ??= new BroadcastChannel(NAME))
    } catch {
      // Firefox forbids it where it keeps no cookies; others may not have it.
      return undefined
    }
  }
  return {
    async alone(task) {
      let running: ReturnType<typeof task> | undefined
      const run = () => (running = task())
      if (!navigator.locks) return run()
      // A browser that keeps nothing may refuse, and a tab that was put to sleep lets no one in.
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return navigator.locks.request(NAME, { signal }, run).catch(() => running ?? run())
    },
    notify: (cartId) => open()?.postMessage({ cartId }),
    listen(onChange) {
      const channelOpen = open()
      channelOpen?.addEventListener('message', onChange)
      return () => channelOpen?.removeEventListener('message', onChange)
    },
  }
}
