import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { ReferencePrice } from '#shared/money/crossed-out-price.ts'

import type { Site } from './load-site.ts'

/**
 * Returns whether the operator's campaign has begun and has not ended.
 * @param now in ms since 1970
 */
export function isCampaignOn({ campaign }: Pick<Site, 'campaign'>, now = Date.now()): boolean {
  if (!campaign) return false
  const { from, to } = campaign
  return (from === undefined || Date.parse(from) <= now) && (to === undefined || now < Date.parse(to))
}

/**
 * Returns the source of a page's former prices: the campaign's formula while it runs, if the operator wants
 * that.
 */
export function referencePriceOf(site: Pick<Site, 'campaign'>): ReferencePrice {
  return isCampaignOn(site) ? (site.campaign?.referencePrice ?? 'backend') : 'backend'
}

/**
 * Returns the last day of the operator's campaign in words: `30 November`. The day is that of the offset in which the
 * operator wrote the end.
 * @returns null if the campaign has no end
 */
export function campaignEndOf({ campaign }: Pick<Site, 'campaign'>, locale: Locale): string | null {
  if (campaign?.to === undefined) return null
  const timeZone = /[+-]\d\d:\d\d$/.exec(campaign.to)?.[0] ?? 'UTC'
  const format = new Intl.DateTimeFormat(DAY_LANGUAGES[locale], { day: 'numeric', month: 'long', timeZone })
  return format.format(Date.parse(campaign.to) - 1).replace(' ', '\u00A0')
}

/** British English writes the day before the month. */
const DAY_LANGUAGES: Record<Locale, string> = { ...LANGUAGE_TAGS, en: 'en-GB' }

/** The end of the campaign of `site.yml`, for the staff. */
export interface CampaignEnd {
  name: string
  /** ISO time. */
  to: string
  hasEnded: boolean
}

/** The staff is told of the end of a campaign this many days before. */
export const ENDING_DAYS = 14
const DAY_MS = 86_400_000

/**
 * Returns the campaign if it has ended, or ends within `ENDING_DAYS`.
 * @param now in ms since 1970
 */
export function endingCampaign({ campaign }: Pick<Site, 'campaign'>, now = Date.now()): CampaignEnd | null {
  if (campaign?.to === undefined) return null
  const { name, to } = campaign
  const left = Date.parse(to) - now
  return left <= ENDING_DAYS * DAY_MS ? { name, to, hasEnded: left <= 0 } : null
}
