import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'

import { CountryLink } from '../../country/country-link.tsx'
import { addMessages } from '../../i18n/load-i18n.ts'
import { WhenNear } from '../../ui/when-near.tsx'
import { LanguageSwitcher } from '../language-switcher.tsx'

function loadersIn(i18n: I18n) {
  const messages = () => addMessages(i18n, 'settings')
  return {
    country: async () => (await Promise.all([import('../../country/country-button.tsx'), messages()]))[0].CountryButton,
    colorMode: async () =>
      (await Promise.all([import('../color-mode/color-mode-switch.tsx'), messages()]))[0].ColorModeSwitch,
  }
}

/** How the shop is seen: language, country and currency, light. */
export function FooterSettings() {
  const { i18n } = useLingui()
  const load = useMemo(() => loadersIn(i18n), [i18n])
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line py-8 md:grid-cols-2 lg:grid-cols-[1fr_1fr_22rem]">
      <Setting title={<Trans>Language</Trans>}>
        <LanguageSwitcher isFull />
      </Setting>
      <Setting title={<Trans>Country and currency</Trans>}>
        <WhenNear load={load.country}>
          <CountryLink />
        </WhenNear>
      </Setting>
      {/* Nothing chooses the light where no script runs. */}
      <WhenNear load={load.colorMode} className="hidden min-h-18 in-data-color-mode:block md:max-lg:col-span-2" />
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
