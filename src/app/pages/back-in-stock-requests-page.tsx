import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { StockAlertsView } from '#shared/newsletter/stock-alert.ts'

import { StockAlertsPanel } from '../newsletter/email-links/stock-alerts-panel.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface RequestsData {
  view: StockAlertsView
  token: string
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RequestsData> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { view: await context.get(shopDataContext).stockAlerts(token), token }
}

export function Component() {
  const { t } = useLingui()
  const { view, token } = useLoaderData<RequestsData>()
  return (
    <>
      <PageHead title={t`Tell me when it’s back`} noindex />
      <StockAlertsPanel view={view} token={token} />
    </>
  )
}
