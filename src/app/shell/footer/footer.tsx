import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

import { hasMeasures } from '#shared/privacy/has-measures.ts'
import { policySection } from '#shared/privacy/policy-section.ts'

import { addMessages } from '../../i18n/load-i18n.ts'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { ServerOnly } from '../../ui/server-only.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { serverParts } from '../server-parts.ts'

/** The footer, with links and settings for language, country and color mode. */
export function Footer() {
  const { brand, operator } = usePage()
  const { i18n } = useLingui()
  const load = useMemo(() => () => loadSettings(i18n), [i18n])
  const { FooterLinks, FooterSettings } = serverParts
  return (
    <footer className="far-down-101 md:far-down-71 lg:far-down-53 mt-16 border-t border-line md:mt-24 lg:mt-28">
      <ServerOnly id="footer-links">{FooterLinks ? <FooterLinks /> : null}</ServerOnly>
      <div className="page-width">
        {/* Until the shopper is near, plain links of the server. */}
        <WhenNear load={load}>
          <ServerOnly id="footer-settings">{FooterSettings ? <FooterSettings /> : null}</ServerOnly>
        </WhenNear>
        <div className="flex flex-wrap items-center justify-between gap-x-8 pb-5 text-quiet">
          <p className="text-sm">
            © {brand} · {operator.company}
          </p>
          <PrivacyLink />
        </div>
      </div>
    </footer>
  )
}

async function loadSettings(i18n: I18n) {
  const [settings] = await Promise.all([import('./footer-settings.tsx'), addMessages(i18n, 'settings')])
  return settings.LiveFooterSettings
}

/** Opens the consent question again. Without JavaScript there are no analytics, and the policy says so. */
export function PrivacyLink() {
  const to = useLocalePath()
  const { locale, publicConfig } = usePage()
  return hasMeasures(publicConfig) ? (
    <a href={to(policySection(locale))} data-privacy-choices className="footer-link">
      <Trans>Privacy choices</Trans>
    </a>
  ) : null
}
