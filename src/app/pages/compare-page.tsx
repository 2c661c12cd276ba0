import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { productsPath } from '#shared/product/products-query.ts'

import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { CompareView } from '../saved/compare-view.tsx'
import { loadCompared, type ComparedData } from '../saved/load-compared.ts'
import { savedListAddress, type PageMeta } from '../seo/page-meta.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ComparedData> {
  return await loadCompared(context.get(publicDataContext), new URL(request.url).searchParams)
}

export const meta: PageMeta<ComparedData> = { address: ({ search }) => savedListAddress('/compare', search) }

export function Component() {
  const { t } = useLingui()
  const data = useLoaderData<ComparedData>()
  return (
    <>
      <PageHead
        title={t`Compare pieces`}
        description={t`Up to four pieces side by side: price, metal, stones and availability.`}
        noindex
        query={productsPath(
          '',
          data.products.map(({ handle }) => handle),
        )}
      />
      <CompareView data={data} />
    </>
  )
}
