import { useCallback, useEffect, useEffectEvent, useState } from 'react'

import { keepSubscription, mendSubscription } from '../subscription.ts'
import type { BannerTab } from './banner-tabs.tsx'

const NEXT_TAB_MS = 500

/**
 * What a banner shows: the tab, the subscribed address, the recipient of a hint, and the last error.
 * @param onTurned called when it has turned to the other tab by itself
 */
export function useBanner(start: BannerTab, onTurned: () => void) {
  const [tab, setTab] = useState(start)
  const [email, setEmail] = useState<string>()
  const [joined, setJoined] = useState(0)
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const notify = useEffectEvent(onTurned)

  // Only the browser knows, and the page is the same for everybody.
  useEffect(() => {
    const known = mendSubscription()
    if (!known?.subscribed) return
    // oxlint-disable-next-line react/set-state-in-effect -- once, at hydration
    setEmail(known.email)
    setTab('hint')
  }, [])

  useEffect(() => {
    if (joined === 0) return undefined
    const timer = setTimeout(() => {
      setTab('hint')
      notify()
    }, NEXT_TAB_MS)
    return () => clearTimeout(timer)
  }, [joined])

  return {
    tab,
    email,
    hasJoined: joined > 0,
    sentTo,
    problem,
    setProblem,
    choose(next: BannerTab) {
      setTab(next)
      setProblem(undefined)
    },
    join(address: string) {
      keepSubscription(address)
      setEmail(address)
      setJoined((times) => times + 1)
    },
    useAnotherAddress: () => setEmail(undefined),
    hintSent: useCallback((recipient: string) => setSentTo(recipient), []),
    hintAgain() {
      setSentTo(undefined)
      setProblem(undefined)
    },
  }
}
