import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ChosenFilter } from './filters/use-chosen-filters.ts'

/** Shown for an empty category. */
export function NothingHere() {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`Nothing here at the moment`}
      text={t`The next pieces are on the bench. Meanwhile, see everything else we have made.`}
    >
      <ButtonLink href={to('/shop/viewAll')}>
        <Trans>See all pieces</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

/** Shown if the products could not be loaded. */
export function NotLoaded() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      title={t`The pieces did not arrive`}
      text={t`We could not load this list. Please check your connection and try again.`}
    >
      <ButtonLink href={pathname + search} data-stay>
        <Trans>Try again</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

interface NothingMatchesProps {
  chosen: readonly ChosenFilter[]
  hrefWith: (filters: ChosenFilter['rest']) => string
  clearHref: string
}

/** Shown if no product matches all filters. */
export function NothingMatches({ chosen, hrefWith, clearHref }: NothingMatchesProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  const names = chosen.map(({ label }) => label).join(', ')
  const last = chosen.length > 1 ? chosen.at(-1) : undefined
  const name = last?.label
  return (
    <EmptyState
      title={t`Nothing matches: ${names}`}
      text={t`We have no such piece at the moment. Take back a part of the choice, or look at everything.`}
    >
      <span data-stay className="contents">
        {last ? (
          <ButtonLink href={hrefWith(last.rest)}>
            <Trans>Without “{name}”</Trans>
          </ButtonLink>
        ) : null}
        <ButtonLink href={clearHref} look={last ? 'outline' : 'solid'}>
          <Trans>Clear all</Trans>
        </ButtonLink>
      </span>
      <ButtonLink href={to('/shop/viewAll')} look="outline">
        <Trans>See all pieces</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
