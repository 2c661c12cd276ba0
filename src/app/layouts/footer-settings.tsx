import { WhenNear } from '../ui/when-near.tsx'
import { LanguageChoice } from './language-switcher.tsx'

const loadColorModeSwitch = async () => (await import('../color-mode/color-mode-switch.tsx')).ColorModeSwitch

/** How the shop is seen: language, country and currency, light. */
export function FooterSettings() {
  return (
    <div className="grid gap-x-12 gap-y-6 border-t border-line py-8 md:grid-cols-3">
      <LanguageChoice />
      {/* Nothing chooses the light where no script runs. */}
      <WhenNear load={loadColorModeSwitch} className="hidden min-h-18 in-data-color-mode:block" />
    </div>
  )
}
