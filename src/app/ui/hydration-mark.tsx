import { useEffect } from 'react'

/** Says on `<html>` that the page answers to clicks; tests and tools wait for it. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
  }, [])
  return null
}
