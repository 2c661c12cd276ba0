import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SyntheticEvent } from 'react'

import type { CountryList } from '#shared/country/visitor.ts'
import { currencyLabel } from '#shared/money/format-money.ts'

import { usePage } from '../routing/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { CountryError, saveCountry } from './country-calls.ts'

interface CountryFormProps {
  list: CountryList
  /** The server redirects there without JavaScript. */
  returnTo: string
  error?: string
  /** The page still shows the old country. */
  onSaved: () => void
}

/** The country also determines the currency. The page and the drawers share the form. */
export function CountryForm({ list, returnTo, error, onSaved }: CountryFormProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [notice, setNotice] = useState<string>()

  async function save(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const country = new FormData(event.currentTarget).get('country')
    if (isBusy || typeof country !== 'string') return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { message } = await saveCountry(country, locale)
      // The button stays busy, because the page is about to reload.
      if (!message) return onSaved()
      setNotice(message)
    } catch (failure) {
      setProblem(
        failure instanceof CountryError
          ? failure.message
          : t`The shop isn’t responding at the moment. Nothing has been lost; please try again shortly.`,
      )
    }
    setIsBusy(false)
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
    <form action={`/api/visitor/country?lang=${locale}`} method="post" onSubmit={(event) => void save(event)}>
      <input type="hidden" name="return_to" value={returnTo} />
      <SelectField
        label={t`Country`}
        name="country"
        autoComplete="country"
        required
        defaultValue={list.country ?? ''}
        error={error}
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
      {problem ? (
        <Notice tone="error" className="mt-6">
          {problem}
        </Notice>
      ) : null}
      <Button type="submit" busy={isBusy} className="mt-6 w-full">
        <Trans context="keep what was chosen">Save</Trans>
      </Button>
    </form>
  )
}
