import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { productsPath } from '#shared/product/products-query.ts'

import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { loadShownList, type ShownListData } from '../saved/load-shown-list.ts'
import { OwnList } from '../saved/own-list.tsx'
import { ShownList } from '../saved/shown-list.tsx'
import { savedListAddress, type PageMeta } from '../seo/page-meta.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ShownListData> {
  return await loadShownList(context.get(publicDataContext), new URL(request.url).searchParams)
}

export const meta: PageMeta<ShownListData> = { address: ({ search }) => savedListAddress('/wishlist', search) }

export function Component() {
  const { t } = useLingui()
  const list = useLoaderData<ShownListData>()
  const isShown = list.handles.length > 0
  return (
    <>
      <PageHead
        title={isShown ? t`Shared wish list` : t`Wish list`}
        description={t`Save the pieces you love and share them with a link. The list is kept on this device, or in your account if you sign in.`}
        noindex
        query={productsPath('', list.handles)}
      />
      {isShown ? <ShownList key={list.handles.join()} list={list} /> : <OwnList />}
    </>
  )
}
