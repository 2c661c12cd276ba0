import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { loadLetterLink, type LetterLinkData } from '../mailing/load-letter-link.ts'
import { PreferencesRoom } from '../mailing/preferences-room.tsx'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<LetterLinkData> {
  return loadLetterLink(args, 'preferences')
}

export function Component() {
  const { t } = useLingui()
  const { view, token, flash } = useLoaderData<LetterLinkData>()
  return (
    <>
      <PageHead title={t`Your letters`} noindex />
      <PreferencesRoom view={view} token={token} flash={flash} />
    </>
  )
}
