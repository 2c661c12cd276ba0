import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { piecesPath } from '#shared/product/pieces-query.ts'

import { CompareRoom } from '../lists/compare-room.tsx'
import { loadCompared, type ComparedData } from '../lists/load-compared.ts'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ComparedData> {
  return await loadCompared(context.get(shopDataContext), new URL(request.url).searchParams)
}

export function Component() {
  const { t } = useLingui()
  const data = useLoaderData<ComparedData>()
  return (
    <>
      <PageHead
        title={t`Compare pieces`}
        description={t`Up to four pieces side by side: price, metal, stones and stock.`}
        noindex
        query={piecesPath(
          '',
          data.pieces.map(({ handle }) => handle),
        )}
      />
      <CompareRoom data={data} />
    </>
  )
}
