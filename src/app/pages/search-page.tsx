import { Trans, useLingui } from '@lingui/react/macro'

import { PageHead } from '../routing/page-head.tsx'
import { EmptySearch } from '../search/page/empty-search.tsx'
import { SearchForm } from '../search/page/search-form.tsx'

export function Component() {
  const { t } = useLingui()
  return (
    <>
      <PageHead title={t`Search`} noindex />
      <div className="page-width pt-10 md:pt-14">
        <h1 className="display text-4xl lg:text-5xl">
          <Trans>Search</Trans>
        </h1>
        <div className="mt-6 mb-10">
          <SearchForm query="" />
        </div>
        <EmptySearch />
      </div>
    </>
  )
}
