import type { Browser, BrowserContext, Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'

import type { Guest, Guests } from './guests.ts'
import { settle, watchRequests } from './look.ts'
import { enter, existsAt, type Scenario } from './scenarios.ts'
import { answerConsentBefore, seePopupsBefore } from './seen-popups.ts'

export interface TourOptions {
  browser: Browser
  origin: string
  scenarios: readonly Scenario[]
  guests: Guests
  locale: Locale
  windowsOf: (scenario: Scenario) => ReadonlyMap<number, number>
  look: (page: Page, scenario: Scenario, width: number) => Promise<void>
  watch?: (context: BrowserContext) => void
  signal?: AbortSignal
}

const PATIENCE_MS = 30_000

/**
 * Opens scenarios in one locale, each as its guest, in one window after another. A page is not loaded again if the next
 * scenario has the same one.
 * @returns the scenarios that could not be opened or checked, a sentence each
 */
export async function tour(options: TourOptions): Promise<string[]> {
  const { scenarios, locale, windowsOf, signal } = options
  const pages = new Map<Guest, Page>()
  const failures: string[] = []
  for (const scenario of scenarios) {
    const page = pages.get(scenario.guest) ?? (await openWindow(options, scenario.guest))
    pages.set(scenario.guest, page)
    const visit: Visit = { page, scenario, isInside: false }
    for (const [width, height] of windowsOf(scenario)) {
      signal?.throwIfAborted()
      if (!existsAt(scenario, width)) continue
      const reason = await reasonToFail(lookThrough(visit, width, height, options))
      if (reason === undefined) continue
      visit.isInside = false
      failures.push(`${scenario.name} in ${locale} at ${width} px: ${reason}`)
    }
  }
  await Promise.all([...pages.values()].map(async (page) => page.context().close()))
  return failures
}

interface Visit {
  page: Page
  scenario: Scenario
  isInside: boolean
}

async function lookThrough(visit: Visit, width: number, height: number, { locale, look }: TourOptions): Promise<void> {
  const { page, scenario } = visit
  await page.setViewportSize({ width, height })
  // The page follows a change of its window, but an open overlay may close.
  if (!visit.isInside || scenario.overlay) await enter(page, scenario, locale)
  visit.isInside = true
  await settle(page)
  await look(page, scenario, width)
}

async function openWindow({ browser, origin, guests, watch }: TourOptions, guest: Guest): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: guests[guest],
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await seePopupsBefore(context)
  await answerConsentBefore(context)
  watch?.(context)
  const page = await context.newPage()
  watchRequests(page)
  return page
}

async function reasonToFail(work: Promise<void>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
