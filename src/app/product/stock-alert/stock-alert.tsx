import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'

import { isEmailAddress } from '#shared/email/is-email-address.ts'
import { stockAlertPath } from '#shared/newsletter/stock-alert-path.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ActionForm } from '../../forms/action-form.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/field.tsx'
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
  const titleId = useId()
  const [isAsked, setAsked] = useState(false)

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
        <ActionForm
          action="/api/back-in-stock"
          returnTo={to(stockAlertPath(handle, variantId))}
          flash={flash}
          failed={t`We couldn’t note your address. Please try again in a moment.`}
          check={({ email = '' }) =>
            isEmailAddress(email) ? null : { message: t`Please enter a valid email address.` }
          }
          onDone={() => setAsked(true)}
          className="flex flex-col gap-3"
        >
          {({ isBusy, problem, values }) => (
            <>
              <input type="hidden" name="variant_id" value={variantId} />
              <EmailField defaultValue={values['email']} error={problem?.fields?.['email'] ?? problem?.message} />
              <Button type="submit" busy={isBusy} className="w-full">
                <Trans>Email me once</Trans>
              </Button>
            </>
          )}
        </ActionForm>
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
