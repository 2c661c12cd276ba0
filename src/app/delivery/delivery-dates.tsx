import { useEffect, useState } from 'react'

import type { DeliveryDates as Answer } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { readCountry } from '../country/visitor-country.ts'
import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { DeliveryText, Promised } from './delivery-text.tsx'

/**
 * The last response. All parts of the page share it, and a reopened cart shows the dates at once. A change of country
 * loads a new document.
 */
let last: { locale: Locale; at: number; request: Promise<Answer>; answer?: Answer } | undefined
const TTL_MS = 600_000

/** The text of the delivery link: the price, and the estimated arrival in the visitor's country. */
export function DeliveryDates() {
  const { delivery } = usePage()
  const { country, price, ways } = useDelivery() ?? {}
  const days = ways?.[0]?.days
  if (!country || days === undefined) return <DeliveryText price={delivery} />
  return (
    <DeliveryText price={price ?? null}>
      {/* The space is for what is copied or read aloud. */}
      <span className="truncate">{country.name}:</span>{' '}
      <strong className="shrink-0 font-medium text-ink">{days}</strong>
    </DeliveryText>
  )
}

/**
 * The text of the bar under the header. The page is for the visitor's region. If their country is only guessed from the
 * time zone, it may lie in another region, in which delivery costs something else.
 */
export function OwnPromise() {
  const { delivery } = usePage()
  const { price, ways } = useDelivery(readCountry(document.cookie) === undefined) ?? {}
  return <Promised price={ways?.length ? (price ?? null) : delivery} />
}

/** @param isWanted false to use only a response that is already loaded */
function useDelivery(isWanted = true): Answer | undefined {
  const { locale } = usePage()
  const [answer, setAnswer] = useState(last?.locale === locale ? last.answer : undefined)
  useEffect(() => {
    if (!isWanted) return undefined
    let isCanceled = false
    // This waits until the browser is idle, because reading the time zone takes 50 ms on a slow phone. If the request
    // fails, the link keeps its default text.
    whenIdle(() => {
      if (isCanceled) return
      fetchDelivery(locale).then(
        (fresh) => isCanceled || setAnswer(fresh),
        () => undefined,
      )
    })
    return () => {
      isCanceled = true
    }
  }, [locale, isWanted])
  return answer
}

/**
 * Fetches the delivery methods for the visitor's country. If the country is unknown, it is guessed from the time zone.
 * The response is cached for ten minutes, unless it names no method.
 * @throws if the request fails
 */
export function fetchDelivery(locale: Locale): Promise<Answer> {
  if (last?.locale === locale && Date.now() - last.at < TTL_MS) return last.request
  const own: NonNullable<typeof last> = { locale, at: Date.now(), request: request(locale) }
  last = own
  void settle(own)
  return own.request
}

async function settle(own: NonNullable<typeof last>): Promise<void> {
  const answer = await own.request.catch(() => undefined)
  if (answer && answer.ways.length > 0) own.answer = answer
  else if (last === own) last = undefined
}

async function request(locale: Locale): Promise<Answer> {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
  const query = new URLSearchParams({ lang: locale, time_zone: timeZone })
  const answer = await fetch(`/api/visitor/delivery?${query}`)
  if (!answer.ok) throw new Error(`The dates of delivery came with ${answer.status}`)
  return (await answer.json()) as Answer
}
