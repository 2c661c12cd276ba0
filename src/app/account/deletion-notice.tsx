import { Trans } from '@lingui/react/macro'

import { writeDay } from '#shared/order/write-moment.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'

interface DeletionNoticeProps {
  email: string
  /** ISO time of the deletion. */
  day: string
}

export function DeletionNotice({ email, day }: DeletionNoticeProps) {
  const { locale } = usePage()
  const to = useLocalePath()
  const date = writeDay(day, locale)
  return (
    <section aria-labelledby="deletion" className="mt-8 rounded-sm border border-error bg-surface px-6 py-5">
      <h2 id="deletion" className="display text-xl">
        <Trans>Your account will be deleted on {date}</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        <Trans>You asked us to delete it. Until then, you can change your mind.</Trans>
      </p>
      <form action="/api/account/me/keep" method="post" className="mt-4">
        <input type="hidden" name="return_to" value={to('/account/details')} />
        <input type="hidden" name="refused_to" value={to('/account/details')} />
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <Button type="submit" className="max-sm:w-full">
          <Trans>Keep my account</Trans>
        </Button>
      </form>
    </section>
  )
}
