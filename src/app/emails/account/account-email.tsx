import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { accountLayout } from './account-link.tsx'

/** Sent in case it was not the customer. */
export function accountEmail(
  { kind, email, at, url }: EmailFacts['account-email'],
  context: EmailContext,
  locale: Locale,
): EmailLayout {
  const time = writeMoment(at, locale)
  const layouts = {
    changed: {
      subject: msg`Your email address was changed`,
      preheader: msg`From now on, you sign in with the new address.`,
      title: <Trans>Your email address was changed</Trans>,
      text: (
        <Trans>
          Since {time}, your account uses {email}. From now on, please sign in with this address. Your other devices are
          signed out. If this wasn’t you, please write to us at once.
        </Trans>
      ),
      action: <Trans>Contact us</Trans>,
    },
    taken: {
      subject: msg`You already have an account`,
      preheader: msg`There’s already an account with this address.`,
      title: <Trans>You already have an account</Trans>,
      text: (
        <Trans>
          We were asked to use {email} for another account, but this address already has one of its own. Nothing has
          changed. You can sign in with this address, or choose a different one for the other account. If this wasn’t
          you, you can ignore this email.
        </Trans>
      ),
      action: <Trans>Sign in</Trans>,
    },
  }
  return accountLayout(layouts[kind], url, context)
}
