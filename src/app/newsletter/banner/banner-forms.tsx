import { useLingui, Trans } from '@lingui/react/macro'
import {
  useId,
  useRef,
  type ReactNode,
  useEffect,
  useCallback,
  useEffectEvent,
  useState,
  type KeyboardEvent,
} from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ActionForm } from '../../forms/action-form.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { ConsentText, SiteType } from '../forms/form-parts.tsx'
import { keepSubscription, mendSubscription } from '../subscription.ts'
import { HintPanel } from './hint-panel.tsx'
import type { HintProduct } from './hint-product.ts'

export interface BannerFormsProps {
  start: BannerTab
  isHintAlone?: boolean
  product?: HintProduct | null
  /** Without its language. */
  path?: string
  flash?: Flash | null
  /** By default the hidden form takes up space, so that the height does not change with the tab. */
  hiddenClass?: string
}

export function BannerForms({
  start,
  isHintAlone = false,
  product = null,
  path = hintPath(),
  flash = null,
  hiddenClass = 'invisible',
}: BannerFormsProps) {
  const { t } = useLingui()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const banner = useBanner(start, () => {
    const { activeElement } = document
    // Moves the focus from the removed button to the tab, unless the visitor has focused something else.
    if (activeElement === document.body || container.current?.contains(activeElement))
      document.getElementById(tabId(id, 'hint'))?.focus({ preventScroll: true })
  })
  const { tab, email, sentTo } = banner

  const panels: Record<BannerTab, ReactNode> = {
    subscribe: email ? (
      <SubscribedThanks email={email} onHint={() => banner.choose('hint')} onAgain={banner.useAnotherAddress} />
    ) : (
      <SubscribePanel {...{ flash, tab }} onSubscribed={banner.join} />
    ),
    hint: sentTo ? (
      <HintThanks recipient={sentTo} onAgain={banner.hintAgain} />
    ) : (
      <HintPanel {...{ product, path, flash, tab }} sender={email} onSent={banner.hintSent} />
    ),
  }
  if (isHintAlone) return panels.hint
  return (
    <div ref={container}>
      <BannerTabs banner={id} chosen={tab} onChoose={banner.choose} />
      <p role="status" className="sr-only">
        {banner.hasJoined
          ? t`Almost there! Please open our email and confirm your address. If you can’t find it, look in your spam folder or try again tomorrow.`
          : null}
      </p>
      <div className="grid pt-6">
        {(['subscribe', 'hint'] as const).map((name) => (
          <div
            key={name}
            role="tabpanel"
            id={`${tabId(id, name)}-panel`}
            aria-labelledby={tabId(id, name)}
            className={`col-start-1 row-start-1 min-w-0 ${name === tab ? '' : hiddenClass}`}
          >
            {panels[name]}
          </div>
        ))}
      </div>
    </div>
  )
}

function SubscribedThanks({ email, onHint, onAgain }: { email: string; onHint: () => void; onAgain: () => void }) {
  return (
    <div>
      <p className="display text-2xl">
        <Trans>Almost there!</Trans>
      </p>
      <p className="mt-3 text-quiet">
        <Trans>
          We’ll email <strong className="rr-mask font-semibold break-words text-ink">{email}</strong>. Our first email
          asks you to confirm that it’s you.
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

function HintThanks({ recipient, onAgain }: { recipient: string; onAgain: () => void }) {
  return (
    <div>
      <FocusedStatus>
        <Trans>Hint sent</Trans>
      </FocusedStatus>
      <p className="mt-3 text-quiet">
        <Trans>
          Our email is on its way to <strong className="rr-mask font-semibold break-words text-ink">{recipient}</strong>
          . The rest is up to them.
        </Trans>
      </p>
      <Button look="outline" onClick={onAgain} className="mt-6 w-full">
        <Trans>Send another</Trans>
      </Button>
    </div>
  )
}

/** A status message that takes the focus, because the focused button was removed. */
function FocusedStatus({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={text} tabIndex={-1} role="status" className="display text-2xl outline-none">
      {children}
    </p>
  )
}

const NEXT_TAB_MS = 500

/** @param onAutoSwitch called after the tab has switched automatically */
function useBanner(start: BannerTab, onAutoSwitch: () => void) {
  const [tab, setTab] = useState(start)
  const [email, setEmail] = useState<string>()
  const [joined, setJoined] = useState(0)
  const [sentTo, setSentTo] = useState<string>()
  const notify = useEffectEvent(onAutoSwitch)

  // The subscription is read after hydration, because the server renders an identical page for all visitors.
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
    choose: setTab,
    join(address: string) {
      keepSubscription(address)
      setEmail(address)
      setJoined((times) => times + 1)
    },
    useAnotherAddress: () => setEmail(undefined),
    hintSent: useCallback((recipient: string) => setSentTo(recipient), []),
    hintAgain: () => setSentTo(undefined),
  }
}

type BannerTab = 'subscribe' | 'hint'

const TABS: readonly BannerTab[] = ['subscribe', 'hint']

/** The id of a tab's panel is the tab's id plus `-panel`. */
function tabId(banner: string, tab: BannerTab): string {
  return `${banner}-${tab}`
}

interface BannerTabsProps {
  banner: string
  chosen: BannerTab
  onChoose: (tab: BannerTab) => void
}

/** The standard keyboard behavior: arrow keys switch, Tab moves into the form. */
function BannerTabs({ banner, chosen, onChoose }: BannerTabsProps) {
  const { t } = useLingui()

  function chooseByKey(event: KeyboardEvent) {
    const next = { ArrowLeft: other(chosen), ArrowRight: other(chosen), Home: TABS[0], End: TABS[1] }[event.key]
    if (!next) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(tabId(banner, next))?.focus()
  }

  return (
    // Hidden without JavaScript. A link then leads to the other form.
    <div
      role="tablist"
      aria-label={t`The Inner Circle and gift hints`}
      className="flex flex-wrap border-b border-edge no-script:hidden"
    >
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(banner, tab)}
          aria-selected={tab === chosen}
          aria-controls={`${tabId(banner, tab)}-panel`}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={chooseByKey}
          className="-mb-px min-h-12 flex-auto border-b-2 border-transparent px-2 text-sm font-semibold text-quiet transition-colors hover:text-ink aria-selected:border-ink aria-selected:text-ink sm:flex-1 sm:px-3"
        >
          {tab === 'subscribe' ? <Trans>Subscribe</Trans> : <Trans>Drop a hint</Trans>}
        </button>
      ))}
    </div>
  )
}

function other(tab: BannerTab): BannerTab {
  return tab === 'hint' ? 'subscribe' : 'hint'
}

interface SubscribePanelProps {
  /** Another one hides the problem. */
  tab: string
  flash: Flash | null
  onSubscribed: (email: string) => void
}

function SubscribePanel({ tab, flash, onSubscribed }: SubscribePanelProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(flash?.values?.['email'] ?? '')
  const [isChecked, setChecked] = useState(false)
  const isValid = isEmailAddress(address)

  // Uses the text that was typed before hydration.
  useEffect(() => setAddress((known) => field.current?.value ?? known), [])

  // With a disabled button, Enter does not submit the form, so it shows the error instead.
  const checkOnEnter = ({ key }: KeyboardEvent) => key === 'Enter' && setChecked(true)
  const serverError = address === flash?.values?.['email'] ? flash?.fields?.['email'] : undefined
  return (
    <ActionForm
      action="/api/email-subscribe"
      returnTo={to('/newsletter')}
      scope={tab}
      failed={t`We couldn’t sign you up. Please try again in a moment.`}
      check={() => (isValid ? null : { message: '' })}
      onDone={() => onSubscribed(address.trim())}
    >
      {({ isBusy, problem, notice }) => (
        <>
          <p className="mb-5 text-quiet">
            <Trans>New pieces before everyone else and, now and then, an offer just for the Inner Circle.</Trans>
          </p>
          <SiteType />
          <EmailField
            ref={field}
            defaultValue={address}
            onChange={(event) => setAddress(event.target.value)}
            onBlur={() => setChecked(address !== '')}
            onKeyDown={checkOnEnter}
            error={isChecked && !isValid ? t`Please enter a valid email address.` : serverError}
          />
          {problem?.message ? <div className="mt-4">{notice}</div> : null}
          <Button type="submit" busy={isBusy} disabled={isHydrated && (isBusy || !isValid)} className="mt-4 w-full">
            <Trans>Join the Inner Circle</Trans>
          </Button>
          <ConsentText className="mt-4" />
          <p className="mt-4 hidden text-sm no-script:block">
            <a href={to('/newsletter?tab=hint')} className="quiet-link">
              <Trans>Drop a hint</Trans>
            </a>
          </p>
        </>
      )}
    </ActionForm>
  )
}
