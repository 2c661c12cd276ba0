import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import type { DeliveryDates as Answer } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { DatesUnknown } from './dates-unknown.tsx'

/** The cart opens often, and says at once what it said before: another country begins a new document. */
let last: { locale: Locale; at: number; answer: Answer } | undefined
const GOOD_MS = 600_000

/** When it would arrive at the shopper's country, in the words of a link. */
export function DeliveryDates() {
  const { locale } = usePage()
  const [answer, setAnswer] = useState(last?.locale === locale ? last.answer : undefined)
  useEffect(() => {
    const left = new AbortController()
    const ask = async () => {
      const fresh = await fetchDelivery(locale, left.signal)
      if (fresh.ways.length > 0) last = { locale, at: Date.now(), answer: fresh }
      setAnswer(fresh)
    }
    if (last?.locale === locale && Date.now() - last.at < GOOD_MS) return undefined
    // To name its time zone takes a slow phone 50 ms; where anything fails, the shopper reads what they read without it.
    whenIdle(() => void ask().catch(() => undefined))
    return () => left.abort()
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
 * By which ways, when and for how much the shop delivers to the visitor's country; their time zone tells it where nothing
 * better does.
 * @throws where it could not be had
 */
export async function fetchDelivery(locale: Locale, signal: AbortSignal): Promise<Answer> {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
  const query = new URLSearchParams({ lang: locale, time_zone: timeZone })
  const answer = await fetch(`/api/visitor/delivery?${query}`, { signal })
  if (!answer.ok) throw new Error(`The dates of delivery came with ${answer.status}`)
  return (await answer.json()) as Answer
}
