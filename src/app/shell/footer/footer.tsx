import { withMessages } from '../../i18n/load-i18n.ts'
import { ServerOnly } from '../../ui/server-only.tsx'
import { WhenNear } from '../../ui/when-near.tsx'

const loadSettings = () => import('./footer-settings.tsx')
/** Only the server has these. The browser keeps their HTML. */
const settingsModule = import.meta.env.SSR ? await loadSettings() : undefined
const linksModule = import.meta.env.SSR ? await import('./footer-links.tsx') : undefined

export function Footer() {
  return (
    <footer className="far-down-101 md:far-down-71 lg:far-down-53 mt-16 border-t border-line md:mt-24 lg:mt-28">
      <ServerOnly id="footer-links">{linksModule ? <linksModule.FooterLinks /> : null}</ServerOnly>
      <div className="page-width">
        {/* Interactive controls replace the plain links of the server when the shopper is near. */}
        <WhenNear load={loadLiveSettings}>
          <ServerOnly id="footer-settings">{settingsModule ? <settingsModule.FooterSettings /> : null}</ServerOnly>
        </WhenNear>
        <ServerOnly id="footer-company">{linksModule ? <linksModule.FooterCompany /> : null}</ServerOnly>
      </div>
    </footer>
  )
}

async function loadLiveSettings() {
  const { LiveFooterSettings } = await withMessages(loadSettings(), 'content')
  return LiveFooterSettings
}
