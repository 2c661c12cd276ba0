import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { CountryList } from '#shared/country/visitor.ts'

import { usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchCountries } from './country-calls.ts'
import { CountryForm } from './country-form.tsx'

/** What stands in the drawer: the countries, as soon as they are there. */
export function CountryView() {
  const { locale } = usePage()
  const { pathname, search } = useLocation()
  const [list, setList] = useState<CountryList | 'coming' | 'failed'>('coming')

  useEffect(() => {
    if (list !== 'coming') return undefined
    const left = new AbortController()
    fetchCountries(locale, left.signal).then(setList, () => left.signal.aborted || setList('failed'))
    return () => left.abort()
  }, [locale, list])

  return (
    <div className="grow overflow-y-auto overscroll-contain px-6 py-8 md:px-8" aria-busy={list === 'coming'}>
      {list === 'failed' ? (
        <>
          <p role="alert" className="text-quiet">
            <Trans>We could not load this list. Please check your connection and try again.</Trans>
          </p>
          <Button look="outline" onClick={() => setList('coming')} className="mt-6">
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : list === 'coming' ? (
        <Skeleton className="h-12" />
      ) : (
        <CountryForm list={list} returnTo={pathname + search} onSaved={() => location.reload()} />
      )}
    </div>
  )
}
