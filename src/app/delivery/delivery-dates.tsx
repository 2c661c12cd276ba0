import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import type { DeliveryDates as Answer } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { DatesUnknown } from './dates-unknown.tsx'

/**
 * The response is cached, so that a reopened cart shows the dates at once. A change of country loads a new document.
 */
let cached: { locale: Locale; at: number; answer: Answer } | undefined
const TTL_MS = 600_000

/** The text of the delivery link: the estimated arrival in the visitor's country. */
export function DeliveryDates() {
  const { locale } = usePage()
  const [answer, setAnswer] = useState(cached?.locale === locale ? cached.answer : undefined)
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const fresh = await fetchDelivery(locale, controller.signal)
      if (fresh.ways.length > 0) cached = { locale, at: Date.now(), answer: fresh }
      setAnswer(fresh)
    }
    if (cached?.locale === locale && Date.now() - cached.at < TTL_MS) return undefined
    // This waits until the browser is idle, because reading the time zone takes 50 ms on a slow phone. If the request
    // fails, the link keeps its default text.
    whenIdle(() => void load().catch(() => undefined))
    return () => controller.abort()
  }, [locale])
  const [way] = answer?.ways ?? []
  if (!answer?.country || !way) return <DatesUnknown />
  return (
    <Trans>
      Delivery to {answer.country.name}:{' '}
      <strong className="quiet-link inline-block font-medium text-ink">{way.days}</strong>
    </Trans>
  )
}

/**
 * Fetches the delivery methods for the visitor's country. If the country is unknown, it is guessed from the time zone.
 * @throws if the request fails
 */
export async function fetchDelivery(locale: Locale, signal: AbortSignal): Promise<Answer> {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
  const query = new URLSearchParams({ lang: locale, time_zone: timeZone })
  const answer = await fetch(`/api/visitor/delivery?${query}`, { signal })
  if (!answer.ok) throw new Error(`The dates of delivery came with ${answer.status}`)
  return (await answer.json()) as Answer
}
