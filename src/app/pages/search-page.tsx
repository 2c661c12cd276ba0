import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { loadSearch, type SearchPageData } from '../search/page/load-search.ts'
import { SearchView } from '../search/page/search-view.tsx'
import { searchPath } from '../search/search-path.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<SearchPageData> {
  return await loadSearch(context.get(publicDataContext), request)
}

export function Component() {
  const data = useLoaderData<SearchPageData>()
  const { t } = useLingui()
  const query = data.listing?.list.reading.query ?? ''
  return (
    <>
      <PageHead
        title={query === '' ? t`Search` : t`Search: ${query}`}
        description={t`Find a piece by name, metal, stone or occasion.`}
        noindex
        query={searchPath(query).slice('/search'.length)}
      />
      <SearchView data={data} />
    </>
  )
}
