import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type SubmitEvent } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import { stockAlertPath } from '#shared/newsletter/stock-alert-path.ts'
import type { Flash } from '#shared/shop-data.ts'

import { HiddenFields, honeypotOf } from '../../newsletter/forms/form-parts.tsx'
import { askForAlert, serverMessageOf } from '../../newsletter/forms/newsletter-api.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface StockAlertProps {
  handle: string
  variantId: string
  flash?: Flash | null
  className?: string
}

/** Asks for the address to which one email goes when a sold-out variant is back. It works without JavaScript. */
export function StockAlert({ handle, variantId, flash = null, className = '' }: StockAlertProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const titleId = useId()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState(flash?.fields?.['email'] ?? flash?.message)
  const [isAsked, setAsked] = useState(false)

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem('email') as HTMLInputElement
    const email = field.value.trim()
    if (isBusy) return
    if (!isEmailAddress(email)) {
      setError(t`Please enter a valid email address.`)
      field.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      await askForAlert({ email, variantId, locale, website: honeypotOf(form) })
      setAsked(true)
    } catch (cause) {
      setError(serverMessageOf(cause) ?? t`We couldn’t note your address. Please try again in a moment.`)
      field.focus()
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby={titleId} className={`flex flex-col gap-3 ${className}`}>
      <h2 id={titleId} className="font-semibold">
        <Trans>Tell me when it’s back</Trans>
      </h2>
      {isAsked ? (
        <Notice>
          <Trans>
            Noted. If this address is new to us, please open our email and confirm it. If you can’t find it, look in
            your spam folder or try again tomorrow. We’ll write once, when the piece is back.
          </Trans>
        </Notice>
      ) : (
        <form
          action="/api/back-in-stock"
          method="post"
          noValidate
          onSubmit={(event) => void ask(event)}
          className="flex flex-col gap-3"
        >
          <HiddenFields returnTo={to(stockAlertPath(handle, variantId))} siteType={null} />
          <input type="hidden" name="variant_id" value={variantId} />
          <TextField
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={flash?.values?.['email']}
            error={error}
          />
          <Button type="submit" busy={isBusy} className="w-full">
            <Trans>Email me once</Trans>
          </Button>
        </form>
      )}
      <p className="text-sm text-quiet">
        <Trans>
          One email, no subscription. We delete your address once it’s sent, and after 180 days at the latest.{' '}
          <a href={to('/policies/privacy-policy')} className="quiet-link">
            What we do with your address
          </a>
        </Trans>
      </p>
    </section>
  )
}
