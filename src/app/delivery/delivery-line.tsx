import type { Locale } from '#shared/i18n/locale.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DatesUnknown } from './dates-unknown.tsx'

/** The id of the delivery section in the terms, by locale. Without JavaScript the link leads there. */
const SECTIONS: Record<Locale, string> = { en: 'delivery', ru: 'доставка' }

/**
 * A link with the estimated arrival. A cached page cannot contain the dates, because they depend on the visitor and the
 * time. They are loaded in the browser and take as much space as the default text. The link opens the delivery popup.
 */
export function DeliveryLine() {
  const to = useLocalePath()
  const { locale } = usePage()
  return (
    <div className="flex min-h-12 items-center">
      {/* Only the content of the link is replaced, so that the link keeps the focus. */}
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
