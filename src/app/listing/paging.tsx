import { Trans, useLingui } from '@lingui/react/macro'

import { ArrowLeftIcon, ArrowRightIcon } from '../ui/icons.tsx'
import { countPages } from './listing-query.ts'

interface PagingProps {
  count: number
  /** What is searched for; '' in a category. */
  q: string
  page: number
  hrefOf: (page: number) => string
}

/** The way from one page of a long listing to the next, as plain links; nothing where one page holds all. */
export function Paging({ count, q, page, hrefOf }: PagingProps) {
  const { t } = useLingui()
  const pages = countPages(count, q)
  if (pages === 1) return null
  const link = 'inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold'
  return (
    <nav aria-label={t`Pages`} className="mt-16 grid grid-cols-3 items-center border-t border-line pt-4">
      <span>
        {page > 1 ? (
          <a href={hrefOf(page - 1)} rel="prev" className={link}>
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
          <a href={hrefOf(page + 1)} rel="next" className={link}>
            <Trans>Next</Trans>
            <ArrowRightIcon className="size-4" />
          </a>
        ) : null}
      </span>
    </nav>
  )
}
