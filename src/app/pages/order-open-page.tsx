import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { EmailLinkPage } from '../newsletter/email-links/email-link-page.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface OpenPageData {
  token: string
  refused: string | null
}

/** The loader only reads, because mail scanners follow every link. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<OpenPageData> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, refused: context.get(shopDataContext).flash()?.message ?? null }
}

/** An order email links here. One button opens the order in this browser. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { token, refused } = useLoaderData<OpenPageData>()
  return (
    <>
      <PageHead title={t`Your order`} noindex />
      <EmailLinkPage title={t`Open your order`}>
        {refused ? <Notice tone="error">{refused}</Notice> : null}
        {token && !refused ? (
          <>
            <p className="text-quiet">
              <Trans>
                Your order stays open until you close this browser. On a shared computer, close it when you’re done.
              </Trans>
            </p>
            <form action="/api/orders/open" method="post">
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="return_to" value={to('/order/found')} />
              <input type="hidden" name="refused_to" value={to('/order/open')} />
              <Button type="submit" className="max-sm:w-full">
                <Trans>View order</Trans>
              </Button>
            </form>
          </>
        ) : (
          <>
            {refused ? null : (
              <p className="text-quiet">
                <Trans>This link is incomplete. Please open it from our email again.</Trans>
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
