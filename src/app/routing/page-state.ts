import type { HydrationState } from 'react-router'

import type { Locale } from '#shared/i18n/locale.ts'

/** What the server settled for this visit; the browser starts from the same facts. */
export interface PageState {
  locale: Locale
  /** Upper case; null where nothing tells the country. */
  country: string | null
  /** ISO 4217, upper case. */
  currency: string
  regionId: string
  /** The origin that shoppers see, for canonical addresses. */
  origin: string
  hydration: HydrationState
}

export const PAGE_STATE_ID = 'page-state'

/**
 * JSON that may stand inside a script element.
 * @returns text in which nothing can end the element or break a line of JavaScript
 */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
