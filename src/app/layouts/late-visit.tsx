import { useEffect, useState, type ComponentType } from 'react'

/** What nobody waits for: fetched once the page is awake and the browser idle. */
export function LateVisit() {
  const [Visit, setVisit] = useState<ComponentType>()
  useEffect(() => {
    const fetchVisit = async () => {
      // Where it cannot be had, the shop sells all the same.
      const module = await import('./visit/visit.tsx').catch(() => undefined)
      if (module) setVisit(() => module.Visit)
    }
    // Safari has no idea of idleness.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout
    whenIdle(() => void fetchVisit())
  }, [])
  return Visit ? <Visit /> : null
}
