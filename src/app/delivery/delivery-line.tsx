import type { Locale } from '#shared/i18n/locale.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DatesUnknown } from './dates-unknown.tsx'

/** What the terms say of delivery, for those without JavaScript. */
const SECTIONS: Record<Locale, string> = { en: 'delivery', ru: 'доставка' }

/**
 * When what one buys now would arrive. That depends on who asks and on the hour, and so stands in no page that is kept.
 * Known or not, it leads to dates, costs and the choice of a country, and takes the same room.
 */
export function DeliveryLine() {
  const to = useLocalePath()
  const { locale } = usePage()
  return (
    <div className="flex min-h-12 items-center">
      {/* Around what is replaced: anyone who is here by keyboard stays here. */}
      <a href={`${to('/policies/terms-of-service')}#${SECTIONS[locale]}`} data-popup="delivery" className="quiet-link">
        <WhenNear load={loadDates} near="10%">
          <DatesUnknown />
        </WhenNear>
      </a>
    </div>
  )
}

async function loadDates() {
  return (await import('./delivery-dates.tsx')).DeliveryDates
}
