import { withMessages } from '../../i18n/load-i18n.ts'
import { ServerOnly } from '../../ui/server-only.tsx'
import { WhenNear } from '../../ui/when-near.tsx'

const loadSettings = () => import('./footer-settings.tsx')
const settings = import.meta.env.SSR ? await loadSettings() : undefined
const links = import.meta.env.SSR ? await import('./footer-links.tsx') : undefined

export function Footer() {
  return (
    <footer className="far-down-101 md:far-down-71 lg:far-down-53 mt-16 border-t border-line md:mt-24 lg:mt-28">
      <ServerOnly id="footer-links">{links ? <links.FooterLinks /> : null}</ServerOnly>
      <div className="page-width">
        {/* Until the shopper is near, plain links of the server. */}
        <WhenNear load={loadLiveSettings}>
          <ServerOnly id="footer-settings">{settings ? <settings.FooterSettings /> : null}</ServerOnly>
        </WhenNear>
        <ServerOnly id="footer-company">{links ? <links.FooterCompany /> : null}</ServerOnly>
      </div>
    </footer>
  )
}

async function loadLiveSettings() {
  const { LiveFooterSettings } = await withMessages(loadSettings(), 'content')
  return LiveFooterSettings
}
