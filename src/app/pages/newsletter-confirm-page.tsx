import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ConfirmView } from '../newsletter/email-links/confirm-view.tsx'
import { loadEmailLink, type EmailLinkData } from '../newsletter/email-links/load-email-link.ts'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<EmailLinkData> {
  return loadEmailLink(args, 'confirm')
}

export function Component() {
  const { t } = useLingui()
  const { view, token } = useLoaderData<EmailLinkData>()
  return (
    <>
      <PageHead title={t`Confirm your address`} noindex />
      <ConfirmView view={view} token={token} />
    </>
  )
}
