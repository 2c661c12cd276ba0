import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { loadEmailLink, type EmailLinkData } from '../newsletter/email-links/load-email-link.ts'
import { StopHintsView } from '../newsletter/email-links/stop-hints-view.tsx'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<EmailLinkData> {
  return loadEmailLink(args, 'stop')
}

export function Component() {
  const { t } = useLingui()
  const { view, token } = useLoaderData<EmailLinkData>()
  return (
    <>
      <PageHead title={t`Gift hints`} noindex />
      <StopHintsView view={view} token={token} />
    </>
  )
}
