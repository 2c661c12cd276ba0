import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Locale } from '#shared/i18n/locale.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DeliveryDates, OwnPromise } from './delivery-dates.tsx'
import { DeliveryText, Promised } from './delivery-text.tsx'

const loadDates = () => Promise.resolve(DeliveryDates)
const loadPromise = () => Promise.resolve(OwnPromise)

/** Ids in the terms. Without JavaScript the link leads there. */
const SECTIONS: Record<Locale, string> = { en: 'delivery', ru: 'доставка' }

function DeliveryLink({ className, query = '', children }: { className: string; query?: string; children: ReactNode }) {
  const to = useLocalePath()
  const { locale } = usePage()
  return (
    <a
      href={`${to('/policies/terms-of-service')}${query}#${SECTIONS[locale]}`}
      data-popup="delivery"
      // A press whose target is replaced before the release is no click, and the text is replaced by dates.
      className={`**:pointer-events-none ${className}`}
    >
      {children}
    </a>
  )
}

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
 * A cached page has no dates, because they depend on the visitor and the time. They take as much space as the text that
 * they replace.
 * @param props.isPriced false where the price is shown elsewhere, so that the link only has the dates
 */
export function DeliveryLine({ leadDays = 0, isPriced = true }: { leadDays?: number; isPriced?: boolean }) {
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
