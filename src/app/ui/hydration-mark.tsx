import { useEffect, useSyncExternalStore } from 'react'

/** Says on `<html>` that the page answers to clicks; tests and tools wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
  }, [])
  return null
}

const never = () => () => undefined

/** False in the server's markup and while it wakes up, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
