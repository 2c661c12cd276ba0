import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { CountryLink } from '../../country/country-link.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { LanguageSwitcher } from '../language-switcher.tsx'

const loadCountryButton = async () => (await import('../../country/country-button.tsx')).CountryButton
const loadColorModeSwitch = async () => (await import('../../color-mode/color-mode-switch.tsx')).ColorModeSwitch

/** How the shop is seen: language, country and currency, light. */
export function FooterSettings() {
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line py-8 md:grid-cols-2 lg:grid-cols-[1fr_1fr_22rem]">
      <Setting title={<Trans>Language</Trans>}>
        <LanguageSwitcher isFull />
      </Setting>
      <Setting title={<Trans>Country and currency</Trans>}>
        <WhenNear load={loadCountryButton}>
          <CountryLink />
        </WhenNear>
      </Setting>
      {/* Nothing chooses the light where no script runs. */}
      <WhenNear load={loadColorModeSwitch} className="hidden min-h-18 in-data-color-mode:block md:max-lg:col-span-2" />
    </div>
  )
}

function Setting({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm text-quiet">{title}</p>
      {children}
    </div>
  )
}
