import { useEffect, useState, type ComponentProps } from 'react'

import type { BuyBar } from '../on-demand/buy-bar.tsx'

/** The bar of a phone, fetched when the page is first scrolled: nobody misses it before. */
export function BuyBarLater(props: ComponentProps<typeof BuyBar>) {
  const [Bar, setBar] = useState<typeof BuyBar>()
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const room = await import('../on-demand/buy-bar.tsx').catch(() => undefined)
      setBar(() => room?.BuyBar)
    }
    addEventListener('scroll', () => void load(), { once: true, signal: left.signal })
    return () => left.abort()
  }, [])
  return Bar ? <Bar {...props} /> : null
}
