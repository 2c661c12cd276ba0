import { useSyncExternalStore } from 'react'

/** The dialog above the page, if one is open: only what stands inside it can be reached then. */
export function useOpenDialog(): Element | null {
  return useSyncExternalStore(watchOverlays, () => document.querySelector('dialog:modal'))
}

/** Every overlay marks the body while it is open. */
function watchOverlays(onChange: () => void): () => void {
  const watcher = new MutationObserver(onChange)
  watcher.observe(document.body, { attributeFilter: ['class'] })
  return () => watcher.disconnect()
}
