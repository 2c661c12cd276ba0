import { useEffect, useSyncExternalStore } from 'react'

/** Marks `<html>` as hydrated. Tests and tools wait for this mark. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
  }, [])
  return null
}

const never = () => () => undefined

/** Returns false on the server and during hydration, and true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
