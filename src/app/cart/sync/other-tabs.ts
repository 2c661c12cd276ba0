const CHANNEL = 'cart'

/** The shopper's other tabs; silent where the browser has no channel between them. */
export interface OtherTabs {
  tell(cartId: string | undefined): void
  /** @returns what stops the listening */
  listen(onChange: () => void): () => void
}

export function createOtherTabs(): OtherTabs {
  let channel: BroadcastChannel | undefined
  const open = () => (channel ??= typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL))
  return {
    tell: (cartId) => open()?.postMessage({ cartId }),
    listen(onChange) {
      const heard = open()
      heard?.addEventListener('message', onChange)
      return () => heard?.removeEventListener('message', onChange)
    },
  }
}
