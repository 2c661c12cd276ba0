import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../search-field.tsx'
import { useSearchForm } from '../use-search-form.ts'

/** A search that needs nothing but a form. @param props.query what the page shows */
export function SearchForm({ query }: { query: string }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const onSubmit = useSearchForm()
  return (
    <form
      role="search"
      action={to('/search')}
      method="get"
      onSubmit={onSubmit}
      className="flex max-w-words flex-wrap gap-3"
    >
      <SearchField key={query} label={t`What are you looking for?`} defaultValue={query} />
      <Button type="submit" className="max-[24rem]:w-full">
        <Trans>Find</Trans>
      </Button>
    </form>
  )
}
