import { Trans, useLingui } from '@lingui/react/macro'

import type { SavedAddress, SavedDetails } from '#shared/checkout/saved-details.ts'
import { addressLines, type NamedCountry } from '#shared/country/address-lines.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'

interface SavedAddressesProps {
  saved: SavedDetails
  countries: NamedCountry[]
  /** Undefined if the fields show another text. */
  shown: string | undefined
  onPick: (address: SavedAddress) => void
}

/** Without JavaScript, addresses can only be typed. */
export function SavedAddresses({ saved, countries, shown, onPick }: SavedAddressesProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const isHydrated = useHydrated()
  return (
    <div className="mt-4">
      <ul aria-label={t`Saved addresses`} className="grid gap-3 sm:grid-cols-2">
        {saved.addresses.map((one) => {
          const { id, address } = one
          const country = countries.find(({ code }) => code === address.country_code)?.name
          const [name, ...lines] = addressLines({ ...address, phone: null }, country)
          return (
            <li key={id}>
              <button
                type="button"
                disabled={!isHydrated}
                aria-pressed={id === shown}
                onClick={() => onPick(one)}
                className="flex size-full min-h-11 flex-col border border-line px-4 py-3 text-left hover:border-ink aria-pressed:border-ink"
              >
                {name}
                <span className="text-sm text-quiet">{lines.join(', ')}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <a href={to('/account/addresses')} className="mt-3 inline-block text-sm text-quiet underline hover:text-ink">
        <Trans>Manage your addresses</Trans>
      </a>
    </div>
  )
}
