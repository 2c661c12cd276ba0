import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { ReferencePrice } from '#shared/money/crossed-out-price.ts'

import type { Site } from './load-site.ts'

export function isCampaignOn({ campaign }: Pick<Site, 'campaign'>, now = Date.now()): boolean {
  if (!campaign) return false
  const { from, to } = campaign
  return (from === undefined || Date.parse(from) <= now) && (to === undefined || now < Date.parse(to))
}

/** The campaign's formula while it runs, if the operator wants that. */
export function referencePriceOf(site: Pick<Site, 'campaign'>): ReferencePrice {
  return isCampaignOn(site) ? (site.campaign?.referencePrice ?? 'backend') : 'backend'
}

/** In words: `30 November`. The day is that of the offset in which the operator wrote the end. */
export function campaignEndOf({ campaign }: Pick<Site, 'campaign'>, locale: Locale): string | null {
  if (campaign?.to === undefined) return null
  const timeZone = /[+-]\d\d:\d\d$/.exec(campaign.to)?.[0] ?? 'UTC'
  const format = new Intl.DateTimeFormat(DAY_LANGUAGES[locale], { day: 'numeric', month: 'long', timeZone })
  return format.format(Date.parse(campaign.to) - 1).replace(' ', '\u00A0')
}

/** British English writes the day before the month. */
const DAY_LANGUAGES: Record<Locale, string> = { ...LANGUAGE_TAGS, en: 'en-GB' }

export interface CampaignEnd {
  name: string
  to: string
  hasEnded: boolean
}

/** Staff are told of the end this many days before. */
export const ENDING_DAYS = 14
const DAY_MS = 86_400_000

/** Null unless the campaign has ended or ends within `ENDING_DAYS`. */
export function endingCampaign({ campaign }: Pick<Site, 'campaign'>, now = Date.now()): CampaignEnd | null {
  if (campaign?.to === undefined) return null
  const { name, to } = campaign
  const left = Date.parse(to) - now
  return left <= ENDING_DAYS * DAY_MS ? { name, to, hasEnded: left <= 0 } : null
}
