import { useEffect, useState } from 'react'

import type { DeliveryDates as Answer } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { readCountry } from '../country/visitor-country.ts'
import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { DeliveryText, Promised } from './delivery-text.tsx'

interface CachedAnswer {
  at: number
  request: Promise<Answer>
  answer?: Answer
}

/** By locale and working days of making. A change of country loads a new document. */
const cached = new Map<string, CachedAnswer>()
const TTL_MS = 600_000

export function DeliveryDates({ leadDays, isPriced }: { leadDays: number; isPriced: boolean }) {
  const { delivery } = usePage()
  const { country, price, ways } = useDelivery(true, leadDays) ?? {}
  const days = ways?.[0]?.days
  if (!country || days === undefined) return <DeliveryText price={delivery} isPriced={isPriced} />
  return (
    <DeliveryText price={price ?? null} isPriced={isPriced}>
      {/* The space is for what is copied or read aloud. */}
      <span className="truncate">{country.name}:</span>{' '}
      <strong className="shrink-0 font-medium text-ink">{days}</strong>
    </DeliveryText>
  )
}

/**
 * The page is for the visitor's region. A country that is only guessed from the time zone may lie in another region, in
 * which delivery costs something else.
 */
export function OwnPromise() {
  const { delivery } = usePage()
  const { price, ways } = useDelivery(readCountry(document.cookie) === undefined) ?? {}
  return <Promised price={ways?.length ? (price ?? null) : delivery} />
}

/** @param isWanted false to use only a response that is already loaded */
function useDelivery(isWanted = true, leadDays = 0): Answer | undefined {
  const { locale } = usePage()
  const key = keyOf(locale, leadDays)
  const [shown, setShown] = useState({ key, answer: cached.get(key)?.answer })
  useEffect(() => {
    if (!isWanted) return undefined
    let isCanceled = false
    // Reading the time zone takes 50 ms on a slow phone, so this waits until the browser is idle.
    whenIdle(() => {
      if (isCanceled) return
      fetchDelivery(locale, leadDays).then(
        (answer) => isCanceled || setShown({ key, answer }),
        () => undefined,
      )
    })
    return () => {
      isCanceled = true
    }
  }, [locale, leadDays, key, isWanted])
  return shown.key === key ? shown.answer : cached.get(key)?.answer
}

/**
 * An unknown country is guessed from the time zone. The response is cached for ten minutes, unless it names no method.
 * @param leadDays working days of making before the parcel is shipped
 * @throws if the request fails
 */
export function fetchDelivery(locale: Locale, leadDays = 0): Promise<Answer> {
  const key = keyOf(locale, leadDays)
  const earlier = cached.get(key)
  if (earlier && Date.now() - earlier.at < TTL_MS) return earlier.request
  const own: CachedAnswer = { at: Date.now(), request: request(locale, leadDays) }
  cached.set(key, own)
  void settle(key, own)
  return own.request
}

function keyOf(locale: Locale, leadDays: number): string {
  return `${locale} ${leadDays}`
}

async function settle(key: string, own: CachedAnswer): Promise<void> {
  const answer = await own.request.catch(() => undefined)
  if (answer && answer.ways.length > 0) own.answer = answer
  else if (cached.get(key) === own) cached.delete(key)
}

async function request(locale: Locale, leadDays: number): Promise<Answer> {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
  const query = new URLSearchParams({ lang: locale, time_zone: timeZone, lead_days: String(leadDays) })
  const answer = await fetch(`/api/visitor/delivery?${query}`)
  if (!answer.ok) throw new Error(`The dates of delivery came with ${answer.status}`)
  return (await answer.json()) as Answer
}
