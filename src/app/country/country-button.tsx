import { useLingui, Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import type { CountryList } from '#shared/country/visitor.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { currencyLabel } from '#shared/money/format-money.ts'

import { usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/overlays/drawer.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { CountryForm } from './country-form.tsx'
import { fetchCountries } from './fetch-countries.ts'
import { readCountry } from './visitor-country.ts'

/** Replaces the footer's link after hydration. */
export function CountryButton() {
  const { t } = useLingui()
  const { locale, currency } = usePage()
  const [isOpen, setIsOpen] = useState(false)
  const country = useSyncExternalStore(never, countryOfDocument, () => undefined)
  const name = useCountryName(country, locale)
  const value = [name, currencyLabel(currency)].filter(Boolean).join(', ')
  return (
    <>
      {/* The drawer is outside of this span, which styles every button in it. */}
      <span className="choices">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t`Country and currency: ${value}`}
          onClick={() => setIsOpen(true)}
        >
          {value}
        </button>
      </span>
      <Drawer
        title={t`Country and currency`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        className="w-[90vw] md:w-120"
      >
        {isOpen ? <CountryView /> : null}
      </Drawer>
    </>
  )
}

/** Loading country names takes 50 ms on a slow phone, so it waits until the browser is idle. */
function useCountryName(country: string | undefined, locale: Locale): string | undefined {
  const [named, setNamed] = useState<{ locale: Locale; name: string | undefined }>()
  useEffect(() => {
    if (!country) return undefined
    let isCanceled = false
    whenIdle(() => {
      if (isCanceled) return
      const names = new Intl.DisplayNames([LANGUAGE_TAGS[locale]], { type: 'region' })
      setNamed({ locale, name: names.of(country) })
    })
    return () => {
      isCanceled = true
    }
  }, [country, locale])
  return named?.locale === locale ? named.name : undefined
}

let known: string | undefined

/** Read once: the prices of this page are for that country, even if another tab has changed it. */
function countryOfDocument(): string | undefined {
  return (known ??= readCountry(document.cookie))
}

function never() {
  return () => undefined
}

function CountryView() {
  const { locale } = usePage()
  const { pathname, search } = useLocation()
  const [list, setList] = useState<CountryList | 'loading' | 'failed'>('loading')

  useEffect(() => {
    if (list !== 'loading') return undefined
    const controller = new AbortController()
    fetchCountries(locale, controller.signal).then(setList, () => controller.signal.aborted || setList('failed'))
    return () => controller.abort()
  }, [locale, list])

  return (
    <div className="grow overflow-y-auto overscroll-contain px-6 py-8 md:px-8" aria-busy={list === 'loading'}>
      {list === 'failed' ? (
        <>
          <p role="alert" className="text-quiet">
            <Trans>We couldn’t load this list. Please check your connection and try again.</Trans>
          </p>
          <Button look="outline" onClick={() => setList('loading')} className="mt-6">
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : list === 'loading' ? (
        <Skeleton className="h-12" />
      ) : (
        <CountryForm list={list} returnTo={pathname + search} onSaved={() => location.reload()} />
      )}
    </div>
  )
}
