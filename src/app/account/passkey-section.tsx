import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { AccountDetails } from '#shared/account/account.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePasskeys } from './use-passkeys.ts'

interface PasskeySectionProps {
  customer: AccountDetails
  /** At which passkeys work; null for none. */
  origin: string | null
  hiddenFields: ReactNode
}

/** A passkey is added only in a browser that can, and removed in any. */
export function PasskeySection({ customer: { email, passkeys }, origin, hiddenFields }: PasskeySectionProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { isUsable, isBusy, problem, start } = usePasskeys({
    origin,
    none: t`No passkey was added. You can try again at any time.`,
    onDone: () => location.reload(),
  })
  const isEmpty = passkeys.length === 0
  if (isEmpty && origin === null) return null
  // Until the scripts run, the section keeps its place.
  const hidden = isUsable ? '' : 'invisible no-script:hidden'
  return (
    <section aria-labelledby="passkeys" className={isEmpty ? hidden : ''}>
      <h2 id="passkeys" className="display text-xl">
        <Trans>Passkeys</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        <Trans>Sign in with your fingerprint, face or device PIN. No email or password needed.</Trans>
      </p>
      {isEmpty ? null : (
        <ul className="mt-6 divide-y divide-line border-y border-line">
          {passkeys.map(({ id, device, created_at: created, used_at: used }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-4 py-4">
              <span>
                {device}
                <span className="block text-sm text-quiet">
                  <Trans>Added {writeDay(created, locale)}</Trans>
                  {', '}
                  {used ? t`last used ${writeDay(used, locale)}` : t`not used yet`}
                </span>
              </span>
              <form action="/api/account/passkeys/remove" method="post">
                {hiddenFields}
                <input type="hidden" name="id" value={id} />
                <Button type="submit" look="outline" aria-label={t`Remove passkey: ${device}`}>
                  <Trans context="a passkey">Remove</Trans>
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {origin === null ? null : (
        <Button
          look="outline"
          className={`mt-6 ${hidden}`}
          busy={isBusy}
          onClick={() => start((calls) => calls.addPasskey(email, locale))}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      )}
      {problem ? (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      ) : null}
    </section>
  )
}
