import { Trans } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'

import type { DeliveryDates as Answer } from '#shared/api/visitor.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import { usePage } from '../../routing/page-context.tsx'

/** @param props.children what stands here as long as no date is known */
export function DeliveryDates({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const left = new AbortController()
    const ask = async () => {
      setAnswer(await fetchDates(locale, left.signal))
    }
    // Where it fails, the shopper reads what they read without it.
    ask().catch(() => undefined)
    return () => left.abort()
  }, [locale])
  const [way] = answer?.ways ?? []
  if (!answer?.country || !way) return children
  return (
    <span>
      <Trans>
        Delivery to {answer.country.name}: <strong className="font-medium text-ink">{writeDays(way, locale)}</strong>
      </Trans>
    </span>
  )
}

async function fetchDates(locale: Locale, signal: AbortSignal): Promise<Answer> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const query = new URLSearchParams({ lang: locale, time_zone: timeZone })
  const answer = await fetch(`/api/visitor/delivery?${query}`, { signal })
  if (!answer.ok) throw new Error(`The dates of delivery came with ${answer.status}`)
  return (await answer.json()) as Answer
}

/** `November 26 – 30` */
function writeDays({ earliest, latest }: Answer['ways'][number], locale: Locale): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(earliest), new Date(latest))
}
