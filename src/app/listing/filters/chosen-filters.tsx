import { Trans, useLingui } from '@lingui/react/macro'

import { CloseIcon } from '../../ui/icons.tsx'
import type { ChosenFilter } from './use-chosen-filters.ts'

interface ChosenFiltersProps {
  chosen: readonly ChosenFilter[]
  hrefWith: (filters: ChosenFilter['rest']) => string
  clearHref: string
}

export function ChosenFilters({ chosen, hrefWith, clearHref }: ChosenFiltersProps) {
  const { t } = useLingui()
  if (chosen.length === 0) return null
  return (
    <ul aria-label={t`Active filters`} data-stay className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-6">
      {chosen.map(({ key, label, rest }) => (
        <li key={key}>
          <a
            href={hrefWith(rest)}
            aria-label={t`Remove ${label}`}
            className="inline-flex min-h-11 items-center gap-2.5 rounded-sm border border-line bg-surface px-3.5 text-sm transition-colors duration-200 hover:border-ink lg:min-h-9"
          >
            {label}
            <CloseIcon className="size-3.5 text-quiet" />
          </a>
        </li>
      ))}
      <li>
        <a href={clearHref} className="quiet-link inline-flex min-h-11 items-center text-sm lg:min-h-9">
          <Trans>Clear all</Trans>
        </a>
      </li>
    </ul>
  )
}
