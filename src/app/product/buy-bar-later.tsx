import { useEffect, useState, type ComponentProps } from 'react'

import { whenIdle } from '../ui/when-idle.ts'
import type { BuyBar } from './on-demand/buy-bar.tsx'

/** The bar of a phone, fetched once the page's own button is out of sight: on most phones it is so from the start. */
export function BuyBarLater(props: ComponentProps<typeof BuyBar>) {
  const { button } = props
  const [Bar, setBar] = useState<typeof BuyBar>()
  useEffect(() => {
    if (!button.current) return undefined
    const load = async () => {
      const module = await import('./on-demand/buy-bar.tsx').catch(() => undefined)
      setBar(() => module?.BuyBar)
    }
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== false) return
      watcher.disconnect()
      whenIdle(() => void load())
    })
    watcher.observe(button.current)
    return () => watcher.disconnect()
  }, [button])
  return Bar ? <Bar {...props} /> : null
}
