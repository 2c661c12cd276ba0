import { useLingui } from '@lingui/react/macro'
import { useId, useRef, type ReactNode } from 'react'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { Flash } from '#shared/shop-data.ts'

import { BannerTabs, tabId, type BannerTab } from './banner-tabs.tsx'
import { HintPanel } from './hint-panel.tsx'
import type { HintProduct } from './hint-product.ts'
import { SubscribePanel } from './subscribe-panel.tsx'
import { HintThanks, SubscribedThanks } from './thanks.tsx'
import { useBanner } from './use-banner.ts'

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
