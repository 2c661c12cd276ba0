import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ConfirmRoom } from '../mailing/confirm-room.tsx'
import { loadLetterLink, type LetterLinkData } from '../mailing/load-letter-link.ts'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<LetterLinkData> {
  return loadLetterLink(args, 'confirm')
}

export function Component() {
  const { t } = useLingui()
  const { view, token } = useLoaderData<LetterLinkData>()
  return (
    <>
      <PageHead title={t`Confirm your address`} noindex />
      <ConfirmRoom view={view} token={token} />
    </>
  )
}
