import { Trans, useLingui } from '@lingui/react/macro'

import { useLocalePath } from '../routing/page-context.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../ui/icons.tsx'
import { countPages, listingSearch, type ListingQuery } from './listing-query.ts'

interface PagingProps extends ListingQuery {
  path: string
  count: number
}

/** The way from one page of a long listing to the next, as plain links; nothing where one page holds all. */
export function Paging({ path, count, page, sort }: PagingProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  const pages = countPages(count)
  if (pages === 1) return null
  const href = (target: number) => to(path + listingSearch({ page: target, sort }))
  const link = 'inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold'
  return (
    <nav aria-label={t`Pages`} className="mt-16 grid grid-cols-3 items-center border-t border-line pt-4">
      <span>
        {page > 1 ? (
          <a href={href(page - 1)} rel="prev" className={link}>
            <ArrowLeftIcon className="size-4" />
            <Trans>Previous</Trans>
          </a>
        ) : null}
      </span>
      <span className="text-center text-sm text-quiet">
        <Trans>
          {page} of {pages}
        </Trans>
      </span>
      <span className="text-right">
        {page < pages ? (
          <a href={href(page + 1)} rel="next" className={link}>
            <Trans>Next</Trans>
            <ArrowRightIcon className="size-4" />
          </a>
        ) : null}
      </span>
    </nav>
  )
}
