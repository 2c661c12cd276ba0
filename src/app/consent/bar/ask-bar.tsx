import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import type { ConsentChoice } from '#shared/privacy/consent.ts'
import { policySection } from '#shared/privacy/policy-section.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useSpaceBelow } from '../../ui/overlays/space-below.ts'
import { hasObjection } from '../consent.ts'

interface AskBarProps {
  choice: ConsentChoice | undefined
  /** Opened through a link. The bar then takes the focus and can be closed without a change. */
  isReopened: boolean
  onAnswer: (choice?: ConsentChoice) => void
}

const ANSWER = 'flex-1 px-6 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper md:min-w-36'

/** A popover is above the page, and above a dialog that contains it. */
export function AskBar({ choice, isReopened, onAnswer }: AskBarProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const bar = useRef<HTMLElement>(null)
  useSpaceBelow(bar, '--covered')
  // A browser without popover support shows the bar as a normal element.
  useLayoutEffect(() => bar.current?.showPopover?.(), [])
  const close = useEffectEvent(() => onAnswer())
  useEffect(() => {
    if (!isReopened) return undefined
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const element = bar.current
    element?.addEventListener('keydown', onKey)
    element?.focus({ preventScroll: true })
    return () => element?.removeEventListener('keydown', onKey)
  }, [isReopened])

  const isRefused = hasObjection()
  return (
    <aside
      ref={bar}
      popover="manual"
      tabIndex={-1}
      aria-label={t`Your privacy`}
      className="fixed inset-x-0 top-auto bottom-0 z-40 m-0 max-h-[60dvh] w-full max-w-none overflow-y-auto border-0 border-t border-edge bg-surface p-0 pb-[env(safe-area-inset-bottom)] text-ink outline-none print:hidden"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-3.5 md:flex-nowrap">
        <p className="max-w-words text-sm lg:max-w-3xl">
          {isRefused ? (
            <Trans>Your browser sends a Global Privacy Control signal. We honour it: nothing is measured here.</Trans>
          ) : (
            <ConsentPrompt />
          )}{' '}
          <a href={to(policySection(locale))} className="quiet-link whitespace-nowrap">
            <Trans>How it works</Trans>
          </a>
        </p>
        <div className="flex shrink-0 items-center gap-2 max-md:grow">
          {isRefused ? null : (
            <>
              <Button
                look="outline"
                className={ANSWER}
                aria-pressed={choice && choice === 'rejected'}
                onClick={() => onAnswer('rejected')}
              >
                <Trans>Reject</Trans>
              </Button>
              <Button
                look="outline"
                className={ANSWER}
                aria-pressed={choice && choice === 'accepted'}
                onClick={() => onAnswer('accepted')}
              >
                <Trans>Accept</Trans>
              </Button>
            </>
          )}
          {isReopened ? (
            <button
              type="button"
              onClick={() => onAnswer()}
              aria-label={t`Close`}
              className="-mr-3 flex size-11 shrink-0 items-center justify-center rounded-full text-quiet hover:text-ink"
            >
              <CloseIcon />
            </button>
          ) : null}
        </div>
      </div>
    </aside>
  )
}

function ConsentPrompt() {
  const { mixpanelToken, pixels } = usePage().publicConfig
  if (!mixpanelToken) {
    return <Trans>Allow an advertising pixel? It sees which pages you open, but never your checkout.</Trans>
  }
  return pixels.length > 0 ? (
    <Trans>
      Can we learn from your visit? Usage statistics, recordings of clicks and scrolling, and an advertising pixel start
      only if you accept, and never at checkout.
    </Trans>
  ) : (
    <Trans>
      Can we learn from your visit? Usage statistics and recordings of clicks and scrolling start only if you accept,
      and never at checkout.
    </Trans>
  )
}
