import { useLingui, Trans } from '@lingui/react/macro'
import { useId, useRef, type ReactNode, useEffect, useCallback, useEffectEvent, useState } from 'react'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Button } from '../../ui/button.tsx'
import { keepSubscription, mendSubscription } from '../subscription.ts'
import { BannerTabs, tabId, type BannerTab } from './banner-tabs.tsx'
import { HintPanel } from './hint-panel.tsx'
import type { HintProduct } from './hint-product.ts'
import { SubscribePanel } from './subscribe-panel.tsx'

export interface BannerFormsProps {
  start: BannerTab
  /** What the hint is about. */
  piece?: HintProduct | null
  /** Where a hint without JavaScript comes back to, without its language. */
  path?: string
  /** What a form without JavaScript left behind. */
  flash?: Flash | null
  /** Looks of the form that is not chosen: it keeps a room that is high enough for either, so that nothing moves. */
  unchosen?: string
}

/** Both forms behind their tabs. */
export function BannerForms({
  start,
  piece: product = null,
  path = hintPath(),
  flash = null,
  unchosen = 'invisible',
}: BannerFormsProps) {
  const { t } = useLingui()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const banner = useBanner(start, () => {
    const { activeElement } = document
    // The button that was pressed has gone; who has gone elsewhere since is left in peace.
    if (activeElement === document.body || container.current?.contains(activeElement))
      document.getElementById(tabId(id, 'hint'))?.focus({ preventScroll: true })
  })
  const { tab, email, sentTo, problem } = banner

  const panels: Record<BannerTab, ReactNode> = {
    subscribe: email ? (
      <SubscribedThanks email={email} onHint={() => banner.choose('hint')} onAgain={banner.useAnotherAddress} />
    ) : (
      <SubscribePanel flash={flash} problem={problem} onProblem={banner.setProblem} onSubscribed={banner.join} />
    ),
    hint: sentTo ? (
      <HintThanks recipient={sentTo} onAgain={banner.hintAgain} />
    ) : (
      <HintPanel
        {...{ piece: product, path, flash, problem }}
        sender={email}
        onProblem={banner.setProblem}
        onSent={banner.hintSent}
      />
    ),
  }
  return (
    <div ref={container}>
      <BannerTabs banner={id} chosen={tab} onChoose={banner.choose} />
      <p role="status" className="sr-only">
        {banner.hasJoined ? t`You are on the list. Our first letter asks you to confirm that this is you.` : null}
      </p>
      <div className="grid pt-6">
        {(['subscribe', 'hint'] as const).map((name) => (
          <div
            key={name}
            role="tabpanel"
            id={`${tabId(id, name)}-panel`}
            aria-labelledby={tabId(id, name)}
            className={`col-start-1 row-start-1 min-w-0 ${name === tab ? '' : unchosen}`}
          >
            {panels[name]}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The recipient of emails, and what comes next. */
function SubscribedThanks({ email, onHint, onAgain }: { email: string; onHint: () => void; onAgain: () => void }) {
  return (
    <div>
      <p className="display text-2xl">
        <Trans>You are on the list</Trans>
      </p>
      <p className="mt-3 text-quiet">
        <Trans>
          We write to <strong className="rr-mask font-semibold break-words text-ink">{email}</strong>. Our first letter
          asks you to confirm that this is you.
        </Trans>
      </p>
      <Button onClick={onHint} className="mt-6 w-full">
        <Trans>Start dropping hints</Trans>
      </Button>
      <Button look="quiet" onClick={onAgain} className="mt-2 w-full">
        <Trans>Use another address</Trans>
      </Button>
    </div>
  )
}

/** A hint is on its way. */
function HintThanks({ recipient, onAgain }: { recipient: string; onAgain: () => void }) {
  return (
    <div>
      <Arrived>
        <Trans>The hint is dropped</Trans>
      </Arrived>
      <p className="mt-3 text-quiet">
        <Trans>
          Our letter is on its way to{' '}
          <strong className="rr-mask font-semibold break-words text-ink">{recipient}</strong>. The rest is up to them.
        </Trans>
      </p>
      <Button look="outline" onClick={onAgain} className="mt-6 w-full">
        <Trans>Send another</Trans>
      </Button>
    </div>
  )
}

/** Takes the focus, since the button that had it has gone. */
function Arrived({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={text} tabIndex={-1} role="status" className="display text-2xl outline-none">
      {children}
    </p>
  )
}

const NEXT_TAB_MS = 500

/**
 * What a banner shows: the tab, the subscribed address, the recipient of a hint, and the last error.
 * @param onTurned called when it has turned to the other tab by itself
 */
function useBanner(start: BannerTab, onTurned: () => void) {
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
