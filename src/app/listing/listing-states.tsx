import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ChosenFilter } from './filters/use-chosen-filters.ts'

export function NothingHere() {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`Nothing here yet`}
      text={t`New pieces are on the bench. Meanwhile, see everything else we’ve made.`}
    >
      <ButtonLink href={to('/shop/viewAll')}>
        <Trans>Shop all</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

export function NotLoaded() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <EmptyState title={t`We couldn’t load these pieces`} text={t`Please check your connection and try again.`}>
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

export function NothingMatches({ chosen, hrefWith, clearHref }: NothingMatchesProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  const names = chosen.map(({ label }) => label).join(', ')
  const last = chosen.length > 1 ? chosen.at(-1) : undefined
  const name = last?.label
  return (
    <EmptyState
      title={t`No matches for: ${names}`}
      text={t`No pieces match these filters. Remove a filter or see everything we make.`}
    >
      <span data-stay className="contents">
        {last ? (
          <ButtonLink href={hrefWith(last.rest)}>
            <Trans>Remove “{name}”</Trans>
          </ButtonLink>
        ) : null}
        <ButtonLink href={clearHref} look={last ? 'outline' : 'solid'}>
          <Trans>Clear all</Trans>
        </ButtonLink>
      </span>
      <ButtonLink href={to('/shop/viewAll')} look="outline">
        <Trans>Shop all</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
