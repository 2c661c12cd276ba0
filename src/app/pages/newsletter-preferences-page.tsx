import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { loadEmailLink, type EmailLinkData } from '../newsletter/email-links/load-email-link.ts'
import { PreferencesView } from '../newsletter/email-links/preferences-view.tsx'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<EmailLinkData> {
  return loadEmailLink(args, 'preferences')
}

export function Component() {
  const { t } = useLingui()
  const { view, token, flash } = useLoaderData<EmailLinkData>()
  return (
    <>
      <PageHead title={t`Your email preferences`} noindex />
      <PreferencesView view={view} token={token} flash={flash} />
    </>
  )
}
