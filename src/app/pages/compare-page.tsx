import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { productsPath } from '#shared/product/products-query.ts'

import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { CompareView } from '../saved/compare-view.tsx'
import { loadCompared, type ComparedData } from '../saved/load-compared.ts'
import { savedListAddress, type PageMeta } from '../seo/page-meta.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ComparedData> {
  return await loadCompared(context.get(shopDataContext), new URL(request.url).searchParams)
}

export const meta: PageMeta<ComparedData> | undefined = import.meta.env.SSR
  ? { address: ({ search }) => savedListAddress('/compare', search) }
  : undefined

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
