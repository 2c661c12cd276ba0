import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { loadLetterLink, type LetterLinkData } from '../mailing/load-letter-link.ts'
import { StopHintsRoom } from '../mailing/stop-hints-room.tsx'
import { PageHead } from '../routing/page-head.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<LetterLinkData> {
  return loadLetterLink(args, 'stop')
}

export function Component() {
  const { t } = useLingui()
  const { view, token } = useLoaderData<LetterLinkData>()
  return (
    <>
      <PageHead title={t`Hints`} noindex />
      <StopHintsRoom view={view} token={token} />
    </>
  )
}
