import { useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'

import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { currencyLabel } from '#shared/money/format-money.ts'

import { Drawer } from '../overlays/drawer.tsx'
import { usePage } from '../routing/page-context.tsx'
import { CountryRoom } from './country-room.tsx'
import { readCountry } from './visitor-country.ts'

/** The link of the footer once the page is awake: it knows the country, and changes it in place. */
export function CountryButton() {
  const { t } = useLingui()
  const { locale, currency } = usePage()
  const [isOpen, setIsOpen] = useState(false)
  const country = useSyncExternalStore(never, countryOfDocument, () => undefined)
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[locale]], { type: 'region' })
  const value = [country && names.of(country), currencyLabel(currency)].filter(Boolean).join(', ')
  return (
    <>
      {/* The drawer stands outside the frame, which dresses every button in it. */}
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
        {isOpen ? <CountryRoom /> : null}
      </Drawer>
    </>
  )
}

let known: string | undefined

/** Of when it was first known: the prices of this page are that country's, whatever another tab has chosen since. */
function countryOfDocument(): string | undefined {
  return (known ??= readCountry(document.cookie))
}

function never() {
  return () => undefined
}
