import { useEffect, useSyncExternalStore } from 'react'

/** Marks `<html>` as hydrated; tests and tools wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
  }, [])
  return null
}

const never = () => () => undefined

/** False on the server and during hydration, true after it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
