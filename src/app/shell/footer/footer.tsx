import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

import { addMessages } from '../../i18n/load-i18n.ts'
import { ServerOnly } from '../../ui/server-only.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { serverParts } from '../server-parts.ts'

export function Footer() {
  const { i18n } = useLingui()
  const load = useMemo(() => () => loadSettings(i18n), [i18n])
  const { FooterCompany, FooterLinks, FooterSettings } = serverParts
  return (
    <footer className="far-down-101 md:far-down-71 lg:far-down-53 mt-16 border-t border-line md:mt-24 lg:mt-28">
      <ServerOnly id="footer-links">{FooterLinks ? <FooterLinks /> : null}</ServerOnly>
      <div className="page-width">
        {/* Until the shopper is near, plain links of the server. */}
        <WhenNear load={load}>
          <ServerOnly id="footer-settings">{FooterSettings ? <FooterSettings /> : null}</ServerOnly>
        </WhenNear>
        <ServerOnly id="footer-company">{FooterCompany ? <FooterCompany /> : null}</ServerOnly>
      </div>
    </footer>
  )
}

async function loadSettings(i18n: I18n) {
  const [settings] = await Promise.all([import('./footer-settings.tsx'), addMessages(i18n, 'settings')])
  return settings.LiveFooterSettings
}
