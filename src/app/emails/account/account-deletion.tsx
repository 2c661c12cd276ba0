import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

import type { EmailContext, EmailFacts } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import type { EmailLayout } from '../email-frame.tsx'
import { accountLayout } from './account-link.tsx'

export function accountDeletion(
  { kind, due, url }: EmailFacts['account-deletion'],
  context: EmailContext,
  locale: Locale,
): EmailLayout {
  const day = writeDay(due, locale)
  const layouts = {
    begun: {
      subject: msg`Your account will be deleted`,
      preheader: msg`You can still change your mind.`,
      title: <Trans>Your account will be deleted on {day}</Trans>,
      text: (
        <Trans>
          You asked us to delete your account, and you’re signed out on all devices. Until {day}, you can change your
          mind: sign in and press “Keep my account”. If you didn’t ask for this, please do so now, and choose a new
          password. Your orders and their invoices stay with us for as long as the law requires.
        </Trans>
      ),
      action: <Trans>Sign in</Trans>,
    },
    canceled: {
      subject: msg`Your account stays`,
      preheader: msg`It won’t be deleted.`,
      title: <Trans>Your account stays</Trans>,
      text: <Trans>You’ve decided to keep your account, so we won’t delete it. Everything is as it was.</Trans>,
      action: <Trans>Your account</Trans>,
    },
    done: {
      subject: msg`Your account has been deleted`,
      preheader: msg`This is our last email about it.`,
      title: <Trans>Your account has been deleted</Trans>,
      text: (
        <Trans>
          Your account, your saved addresses and your sign-in details are gone. We keep only your orders and their
          invoices, for as long as the law requires. You’re welcome to open a new account at any time.
        </Trans>
      ),
      action: <Trans>Visit the shop</Trans>,
    },
  }
  return accountLayout(layouts[kind], url, context)
}
