import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { TakeableWithdrawal } from '#shared/order/withdrawing.ts'
import { writeMoment } from '#shared/order/write-moment.ts'

import { EmailLinkPage } from '../newsletter/email-links/email-link-page.tsx'
import { WithdrawnLines } from '../orders/withdrawal/withdrawn-lines.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface TakeBackPageData {
  token: string
  withdrawal: TakeableWithdrawal | null
  /** Result of the button. */
  notice: { message: string; isDone: boolean } | null
}

/** Read-only, because mail scanners follow every link. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<TakeBackPageData> {
  const shop = context.get(shopDataContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const flash = shop.flash()
  const notice = flash && { message: flash.message, isDone: flash.done === 'taken-back' }
  return { token, withdrawal: token ? await shop.takeableWithdrawal(token) : null, notice }
}

/** The target of the link in an email about a withdrawal that was declared without a link: one button cancels it. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const { token, withdrawal, notice } = useLoaderData<TakeBackPageData>()
  const here = to(`/order/take-back?${new URLSearchParams({ token })}`)
  return (
    <>
      <PageHead title={t`Take back a withdrawal`} noindex />
      <EmailLinkPage title={notice?.isDone ? t`Your order stays as it was` : t`Take back the withdrawal?`}>
        {notice ? <Notice tone={notice.isDone ? 'plain' : 'error'}>{notice.message}</Notice> : null}
        {withdrawal?.state === 'open' ? (
          <>
            <p>
              <Trans>
                Someone declared a withdrawal from order {withdrawal.number}. It is carried out on{' '}
                {writeMoment(withdrawal.until, locale)} unless you take it back.
              </Trans>
            </p>
            {withdrawal.lines.length > 0 ? <WithdrawnLines {...withdrawal} /> : null}
            <form action="/api/orders/withdrawals/take-back" method="post">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="return_to" value={here} />
              <input type="hidden" name="refused_to" value={here} />
              <Button type="submit" className="max-sm:w-full">
                <Trans>Take it back</Trans>
              </Button>
            </form>
            <p className="text-sm text-quiet">
              <Trans>If the withdrawal was yours and you meant it, there is nothing to do.</Trans>
            </p>
          </>
        ) : (
          <>
            {notice ? null : (
              <p className="text-quiet">
                {withdrawal?.state === 'taken-back' ? (
                  <Trans>This withdrawal has been taken back. The order stays as it was.</Trans>
                ) : withdrawal?.state === 'carried-out' ? (
                  <Trans>
                    This withdrawal has been carried out and can no longer be taken back. If it was not you, reply to
                    our email.
                  </Trans>
                ) : (
                  <Trans>This link is not complete. Please open it from our email once more.</Trans>
                )}
              </p>
            )}
            <ButtonLink href={to('/order/find')} look="outline" className="self-start">
              <Trans>Find an order</Trans>
            </ButtonLink>
          </>
        )}
      </EmailLinkPage>
    </>
  )
}
