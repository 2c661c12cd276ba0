import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/check-field.tsx'

interface DeletionSectionProps {
  error: string | undefined
  /** Hidden fields of the form. */
  hiddenFields: ReactNode
}

export function DeletionSection({ error, hiddenFields }: DeletionSectionProps) {
  const { t } = useLingui()
  return (
    <section aria-labelledby="delete">
      <h2 id="delete" className="display text-xl">
        <Trans>Delete your account</Trans>
      </h2>
      <div className="mt-2 flex flex-col gap-3 text-quiet">
        <p>
          <Trans>We’ll delete your name, saved addresses, password, passkeys and list of devices.</Trans>
        </p>
        <p>
          <Trans>
            By law, we have to keep your orders and invoices; you can still look up an order by its number. Your
            newsletter subscription continues: unsubscribe above, or by the link in any newsletter.
          </Trans>
        </p>
        <p>
          <Trans>
            You’ll be signed out on all devices straight away, and the account will be deleted after 14 days. Changed
            your mind? Sign in before then to keep it.
          </Trans>
        </p>
      </div>
      <form action="/api/account/me/delete" method="post" noValidate className="mt-4 flex flex-col gap-4">
        {hiddenFields}
        <Checkbox name="confirm" value="yes" label={t`I want to delete my account`} error={error} />
        <Button type="submit" look="outline" className="max-sm:w-full sm:self-start">
          <Trans>Delete my account</Trans>
        </Button>
      </form>
    </section>
  )
}
