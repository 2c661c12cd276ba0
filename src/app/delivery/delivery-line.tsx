import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Locale } from '#shared/i18n/locale.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DeliveryDates, OwnPromise } from './delivery-dates.tsx'
import { DeliveryText, Promised } from './delivery-text.tsx'

const loadDates = () => Promise.resolve(DeliveryDates)
const loadPromise = () => Promise.resolve(OwnPromise)

/** The id of the delivery section in the terms, by locale. Without JavaScript the link leads there. */
const SECTIONS: Record<Locale, string> = { en: 'delivery', ru: 'доставка' }

/** A link that opens the delivery popup. */
function DeliveryLink({ className, query = '', children }: { className: string; query?: string; children: ReactNode }) {
  const to = useLocalePath()
  const { locale } = usePage()
  return (
    <a
      href={`${to('/policies/terms-of-service')}${query}#${SECTIONS[locale]}`}
      data-popup="delivery"
      className={className}
    >
      {children}
    </a>
  )
}

/** The bar under the header: what delivery costs in the region, and how long products can be returned. */
export function PromiseBar() {
  const { delivery } = usePage()
  const { t } = useLingui()
  return (
    <aside aria-label={t`Delivery and returns`}>
      <DeliveryLink className="block border-b border-line px-3 py-2.5 text-center text-xs hover:text-gold lg:py-1.5 print:hidden">
        <WhenNear load={loadPromise}>
          <Promised price={delivery} />
        </WhenNear>
      </DeliveryLink>
    </aside>
  )
}

/**
 * A link with the price of delivery and the estimated arrival. A cached page has the price only, if it holds for the whole
 * region, because the dates depend on the visitor and the time. They are loaded in the browser and take as much space as
 * the text that they replace. The link opens the delivery popup.
 * @param props.leadDays working days of making before the parcel is shipped
 * @param props.isPriced false where the price is shown elsewhere, so that the link only has the dates
 */
export function DeliveryLine({ leadDays = 0, isPriced = true }: { leadDays?: number | undefined; isPriced?: boolean }) {
  const { delivery } = usePage()
  return (
    <DeliveryLink
      className={`block ${isPriced ? 'min-h-12' : 'min-h-6'}`}
      query={leadDays > 0 ? `?lead_days=${leadDays}` : ''}
    >
      <WhenNear load={loadDates} near="10%" props={{ leadDays, isPriced }}>
        <DeliveryText price={delivery} isPriced={isPriced} />
      </WhenNear>
    </DeliveryLink>
  )
}
