import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { RevocableWithdrawal } from '#shared/order/withdrawal-form.ts'
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
  withdrawal: RevocableWithdrawal | null
  notice: { message: string; isDone: boolean } | null
}

/** The loader only reads, because mail scanners follow every link. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<TakeBackPageData> {
  const shop = context.get(shopDataContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const flash = shop.flash()
  const notice = flash && { message: flash.message, isDone: flash.done === 'taken-back' }
  return { token, withdrawal: token ? await shop.revocableWithdrawal(token) : null, notice }
}

/** The email about a withdrawal links here, if the withdrawal was declared without a link. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const { token, withdrawal, notice } = useLoaderData<TakeBackPageData>()
  const here = to(`/order/take-back?${new URLSearchParams({ token })}`)
  return (
    <>
      <PageHead title={t`Cancel a withdrawal`} noindex />
      <EmailLinkPage title={notice?.isDone ? t`Your order still stands` : t`Cancel the withdrawal?`}>
        {notice ? <Notice tone={notice.isDone ? 'plain' : 'error'}>{notice.message}</Notice> : null}
        {withdrawal?.state === 'open' ? (
          <>
            <p>
              <Trans>
                Someone has withdrawn from the contract for order {withdrawal.number}. We’ll process the withdrawal on{' '}
                {writeMoment(withdrawal.until, locale)} unless you cancel it.
              </Trans>
            </p>
            {withdrawal.lines.length > 0 ? <WithdrawnLines {...withdrawal} /> : null}
            <form action="/api/orders/withdrawals/take-back" method="post">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="return_to" value={here} />
              <input type="hidden" name="refused_to" value={here} />
              <Button type="submit" className="max-sm:w-full">
                <Trans>Cancel the withdrawal</Trans>
              </Button>
            </form>
            <p className="text-sm text-quiet">
              <Trans>If this was you and you haven’t changed your mind, you don’t need to do anything.</Trans>
            </p>
          </>
        ) : (
          <>
            {notice ? null : (
              <p className="text-quiet">
                {withdrawal?.state === 'taken-back' ? (
                  <Trans>This withdrawal has been cancelled. Your order still stands.</Trans>
                ) : withdrawal?.state === 'carried-out' ? (
                  <Trans>
                    This withdrawal has been processed and can no longer be cancelled. If it wasn’t you, reply to our
                    email.
                  </Trans>
                ) : (
                  <Trans>This link is incomplete. Please open it from our email again.</Trans>
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
