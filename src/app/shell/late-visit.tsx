import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../ui/when-idle.ts'

/** What no request waits for: fetched once the page is awake and the browser idle. */
export function LateVisit() {
  const [Visit, setVisit] = useState<ComponentType>()
  useEffect(() => {
    const fetchVisit = async () => {
      // Where it cannot be had, the shop sells all the same.
      const module = await import('./visit/visit.tsx').catch(() => undefined)
      if (module) setVisit(() => module.Visit)
    }
    whenIdle(() => void fetchVisit())
  }, [])
  return Visit ? <Visit /> : null
}
