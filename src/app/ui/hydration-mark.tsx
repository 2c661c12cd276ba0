import { useEffect, useSyncExternalStore } from 'react'

/** Marks `<html>` as hydrated. Tests and tools wait for this mark. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
  }, [])
  return null
}

const never = () => () => undefined

/** False on the server and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
