import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsentText, QuietFields, trapOf } from '../forms/form-parts.tsx'
import { NewsletterError, subscribe } from '../forms/newsletter-api.ts'

interface SubscribePanelProps {
  /** What a form without JavaScript left behind. */
  flash: Flash | null
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  onSubscribed: (email: string) => void
}

/** One address and the button that goes with it once it is one. */
export function SubscribePanel({ flash, problem, onProblem, onSubscribed }: SubscribePanelProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  const isHydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(flash?.values?.['email'] ?? '')
  const [isDone, setDone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isValid = isEmailAddress(address)

  // What was typed before the page was awake.
  useEffect(() => setAddress((known) => field.current?.value ?? known), [])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || !isValid) return
    setBusy(true)
    onProblem(undefined)
    try {
      await subscribe({ email: address, locale, website: trapOf(event.currentTarget) })
      onSubscribed(address.trim())
    } catch (error) {
      const serverMessage = error instanceof NewsletterError ? error.serverMessage : undefined
      onProblem(serverMessage ?? t`We could not put you on the list. Please try again in a moment.`)
    }
    setBusy(false)
  }

  // A button that is off takes no Enter, and would not say why.
  const lookAtEnter = ({ key }: KeyboardEvent) => key === 'Enter' && setDone(true)
  const refused = address === flash?.values?.['email'] ? flash?.fields?.['email'] : undefined
  return (
    <form action="/api/email-subscribe" method="post" noValidate onSubmit={(event) => void send(event)}>
      <p className="mb-5 text-quiet">
        <Trans>New pieces before everybody else, and now and then an offer for the Inner Circle alone.</Trans>
      </p>
      <QuietFields returnTo={to('/newsletter')} />
      <TextField
        ref={field}
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={address}
        onChange={(event) => setAddress(event.target.value)}
        onBlur={() => setDone(address !== '')}
        onKeyDown={lookAtEnter}
        error={isDone && !isValid ? t`Please enter a valid email address.` : refused}
      />
      {problem ? (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      ) : null}
      <Button type="submit" busy={isBusy} disabled={isHydrated && (isBusy || !isValid)} className="mt-4 w-full">
        <Trans>Join the Inner Circle</Trans>
      </Button>
      <ConsentText className="mt-4" />
      <p className="mt-4 hidden text-sm no-script:block">
        <a href={to('/newsletter?tab=hint')} className="quiet-link">
          <Trans>Drop a hint</Trans>
        </a>
      </p>
    </form>
  )
}
