import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Me } from '#shared/account/account.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from './password-field.tsx'

interface EmailSectionProps {
  customer: Me
  flash: Flash | null
  /** Hidden fields of the form. */
  hiddenFields: ReactNode
}

export function EmailSection({ customer: { has_password: hasPassword }, flash, hiddenFields }: EmailSectionProps) {
  const { t } = useLingui()
  const typed = flash?.values?.['email']
  const errors = typed === undefined ? undefined : flash?.fields
  return (
    <section aria-labelledby="email">
      <h2 id="email" className="display text-xl">
        <Trans>Change your email address</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        <Trans>
          We’ll send a link to your current address first, and then one to the new address. Open the second one in this
          browser to confirm the change. If you can’t read emails to your current address any more, please write to us.
          Newsletters and emails about earlier orders keep going to your current address.
        </Trans>
      </p>
      <form action="/api/account/email" method="post" noValidate className="mt-6 flex flex-col gap-5">
        {hiddenFields}
        <TextField
          label={t`New email address`}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed}
          error={errors?.['email']}
        />
        {hasPassword ? <PasswordField name="current" label={t`Current password`} error={errors?.['current']} /> : null}
        <Button type="submit" className="max-sm:w-full sm:self-start">
          <Trans>Email me a link</Trans>
        </Button>
      </form>
    </section>
  )
}
