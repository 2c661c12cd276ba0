import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { CountryList, VisitorCountry } from '#shared/country/visitor.ts'
import { currencyLabel } from '#shared/money/format-money.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ActionForm } from '../forms/action-form.tsx'
import { createSafeStorage } from '../routing/safe-storage.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { LOCATION_KEY } from './visitor-country.ts'

interface CountryFormProps {
  list: CountryList
  /** The server redirects there without JavaScript. */
  returnTo: string
  flash?: Flash | null
  /** The page still shows the old country. */
  onSaved: () => void
}

/** The country also determines the currency. The page and the drawers share the form. */
export function CountryForm({ list, returnTo, flash = null, onSaved }: CountryFormProps) {
  const { t } = useLingui()
  const [isSaved, setSaved] = useState(false)
  const [notice, setNotice] = useState<string>()

  function done({ countryCode, message }: VisitorCountry): void {
    createSafeStorage().set(LOCATION_KEY, JSON.stringify({ countryCode }))
    if (message) return setNotice(message)
    // The button stays busy, because the page is about to reload.
    setSaved(true)
    onSaved()
  }

  if (notice) {
    return (
      <>
        <Notice>{notice}</Notice>
        <Button onClick={onSaved} className="mt-6 w-full">
          <Trans>Continue</Trans>
        </Button>
      </>
    )
  }
  return (
    <ActionForm
      action="/api/visitor/country"
      returnTo={returnTo}
      flash={flash}
      failed={t`The shop isn’t responding at the moment. Nothing has been lost; please try again shortly.`}
      check={(fields) => (fields['country'] ? null : { message: '', fields: { country: t`Choose a country` } })}
      onDone={done}
    >
      {({ isBusy, problem, notice: refusal }) => (
        <>
          <SelectField
            label={t`Country`}
            name="country"
            autoComplete="country"
            required
            defaultValue={list.country ?? ''}
            error={problem?.fields?.['country']}
          >
            <option value="">{t`Choose a country`}</option>
            {list.groups.map(({ name: group, countries }) => (
              <optgroup key={group} label={group}>
                {countries.map(({ code, name, currency_code }) => (
                  <option key={code} value={code}>
                    {`${name}, ${currencyLabel(currency_code)}`}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <p className="mt-3 text-sm text-quiet">
            <Trans>Prices, delivery and your cart depend on this country.</Trans>
          </p>
          {refusal && !problem?.fields ? <div className="mt-6">{refusal}</div> : null}
          <Button type="submit" busy={isBusy || isSaved} className="mt-6 w-full">
            <Trans context="keep what was chosen">Save</Trans>
          </Button>
        </>
      )}
    </ActionForm>
  )
}
