import { useLocalePath } from '../routing/page-context.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { DatesUnknown } from './dates-unknown.tsx'

/**
 * When what one buys now would arrive. That depends on who asks and on the hour, and so stands in no page that is kept.
 * Known or not, it is the way to what delivery is like, and takes the same room.
 */
export function DeliveryLine() {
  const to = useLocalePath()
  return (
    <div className="flex min-h-12 items-center">
      {/* Around what is replaced: whoever is here by keyboard stays here. */}
      <a href={to('/policies/terms-of-service')} className="quiet-link">
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
