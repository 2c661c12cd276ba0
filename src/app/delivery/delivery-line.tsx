import { WhenNear } from '../ui/when-near.tsx'
import { DeliveryLink } from './delivery-link.tsx'

/**
 * When what one buys now would arrive. That depends on who asks and on the hour, and so stands in no page that is kept:
 * until it is known, and where it cannot be, here is the way to what delivery is like. Both take the same room.
 */
export function DeliveryLine() {
  return (
    <WhenNear load={loadDates} near="10%" className="flex min-h-12 items-center">
      <DeliveryLink />
    </WhenNear>
  )
}

async function loadDates() {
  return (await import('./delivery-dates.tsx')).DeliveryDates
}
