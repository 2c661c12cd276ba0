import type { Browser, BrowserContext, Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Guest, Guests } from '#test/support/guests.ts'
import { settle, watchRequests } from '#test/support/look.ts'
import { enter, existsAt, type Room } from '#test/support/rooms.ts'
import { answerConsentBefore, seePopupsBefore } from '#test/support/seen-popups.ts'

export interface TourOptions {
  browser: Browser
  origin: string
  rooms: readonly Room[]
  guests: Guests
  locale: Locale
  /** In which windows a room is looked at, in px: width -> height. Those in which it does not exist are passed by. */
  windowsOf: (room: Room) => ReadonlyMap<number, number>
  look: (page: Page, room: Room, width: number) => Promise<void>
  /** Told of the browser of each guest before its window opens. */
  watch?: (context: BrowserContext) => void
  /** Ends the tour early. */
  signal?: AbortSignal
}

/** Long enough for a busy machine. */
const PATIENCE_MS = 30_000

/**
 * Goes through rooms in one language, each as the guest that it is for, one window after the other without loading
 * a page again where that is the same.
 * @returns what could not be entered or looked at, a sentence each
 */
export async function tour(options: TourOptions): Promise<string[]> {
  const { rooms, locale, windowsOf, signal } = options
  const pages = new Map<Guest, Page>()
  const failures: string[] = []
  for (const room of rooms) {
    const page = pages.get(room.guest) ?? (await openWindow(options, room.guest))
    pages.set(room.guest, page)
    const visit: Visit = { page, room, isInside: false }
    for (const [width, height] of windowsOf(room)) {
      signal?.throwIfAborted()
      if (!existsAt(room, width)) continue
      const reason = await reasonToFail(lookThrough(visit, width, height, options))
      if (reason === undefined) continue
      visit.isInside = false
      failures.push(`${room.name} in ${locale} at ${width} px: ${reason}`)
    }
  }
  await Promise.all([...pages.values()].map(async (page) => page.context().close()))
  return failures
}

interface Visit {
  page: Page
  room: Room
  isInside: boolean
}

async function lookThrough(visit: Visit, width: number, height: number, { locale, look }: TourOptions): Promise<void> {
  const { page, room } = visit
  await page.setViewportSize({ width, height })
  // A page follows its window; what stands open above it may close instead.
  if (!visit.isInside || room.overlay) await enter(page, room, locale)
  visit.isInside = true
  await settle(page)
  await look(page, room, width)
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
