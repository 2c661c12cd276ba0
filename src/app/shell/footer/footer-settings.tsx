import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { CountryButton } from '../../country/country-button.tsx'
import { CountryLink } from '../../country/country-link.tsx'
import { ColorModeSwitch } from '../color-mode/color-mode-switch.tsx'
import { LanguageSwitcher } from '../language-switcher.tsx'

/** These links work without JavaScript. */
export function FooterSettings() {
  return <Settings country={<CountryLink />} colorMode={null} />
}

export function LiveFooterSettings() {
  return <Settings country={<CountryButton />} colorMode={<ColorModeSwitch />} />
}

function Settings({ country, colorMode }: { country: ReactNode; colorMode: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line py-8 md:grid-cols-2 lg:grid-cols-[1fr_1fr_22rem]">
      <Setting title={<Trans>Language</Trans>}>
        <LanguageSwitcher isFull />
      </Setting>
      <Setting title={<Trans>Country and currency</Trans>}>{country}</Setting>
      <div className="hidden min-h-18 in-data-color-mode:block md:max-lg:col-span-2">{colorMode}</div>
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
