import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { useLocalePath } from '../../routing/page-context.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import type { DeliveryDates } from '../on-demand/delivery-dates.tsx'

/**
 * When the piece would arrive. That depends on who asks and on the hour, and so stands in no page that is kept: until it
 * is known, and where it cannot be, here is the way to what delivery is like. Both take the same room.
 */
export function DeliveryLine() {
  const to = useLocalePath()
  const [Dates, setDates] = useState<typeof DeliveryDates>()
  useEffect(() => {
    const load = async () => {
      const room = await import('../on-demand/delivery-dates.tsx').catch(() => undefined)
      setDates(() => room?.DeliveryDates)
    }
    whenIdle(() => void load())
  }, [])
  const link = (
    <a href={to('/policies/terms-of-service')} className="quiet-link">
      <Trans>How long delivery takes</Trans>
    </a>
  )
  return <p className="flex min-h-12 items-center">{Dates ? <Dates>{link}</Dates> : link}</p>
}
