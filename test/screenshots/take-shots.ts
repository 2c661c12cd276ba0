import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright'

import type { Locale } from '#shared/i18n/locale.ts'
import type { Guest, Guests } from '#test/support/guests.ts'
import { LIGHTS, settle, turnLight, type Light } from '#test/support/look.ts'
import { enter, existsAt, type Room } from '#test/support/rooms.ts'

import { WINDOWS, type ScreenshotOptions } from './read-options.ts'

export interface Shot {
  room: string
  locale: Locale
  width: number
  light: Light
  /** The window as it opens; from the folder of all shots. */
  file: string
  /** The page from top to bottom; overlays have none. */
  wholePage?: string
}

interface TakeShotsOptions {
  browser: Browser
  origin: string
  rooms: readonly Room[]
  guests: Guests
  folder: string
  options: ScreenshotOptions
  signal: AbortSignal
}

/** Takes every shot, one language beside the other. What cannot be taken is told and does not stop the rest. */
export async function takeShots(how: TakeShotsOptions): Promise<{ shots: Shot[]; failures: string[] }> {
  const failures: string[] = []
  const shots = await Promise.all(how.options.locales.map(async (locale) => shootLanguage(how, locale, failures)))
  return { shots: shots.flat(), failures }
}

async function shootLanguage(how: TakeShotsOptions, locale: Locale, failures: string[]): Promise<Shot[]> {
  const { browser, origin, rooms, guests, folder, options, signal } = how
  const pages = new Map<Guest, Page>()
  const shots: Shot[] = []
  for (const room of rooms) {
    await rm(join(folder, room.name, locale), { recursive: true, force: true })
    const page = pages.get(room.guest) ?? (await openWindow(browser, origin, guests[room.guest]))
    pages.set(room.guest, page)
    const visit: Visit = { page, room, locale, isInside: false }
    for (const width of options.widths.filter((one) => existsAt(room, one))) {
      signal.throwIfAborted()
      try {
        shots.push(...(await shootBothLights(visit, width, folder)))
      } catch (error) {
        visit.isInside = false
        const reason = error instanceof Error ? error.message : String(error)
        failures.push(`${room.name} in ${locale} at ${width} px: ${reason}`)
      }
    }
  }
  await Promise.all([...pages.values()].map(async (page) => page.context().close()))
  return shots
}

interface Visit {
  page: Page
  room: Room
  locale: Locale
  isInside: boolean
}

async function openWindow(browser: Browser, origin: string, storageState: Guests[Guest]): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, storageState, locale: 'en-US', reducedMotion: 'reduce' })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

async function shootBothLights(visit: Visit, width: number, folder: string): Promise<Shot[]> {
  const { page, room, locale } = visit
  const shots: Shot[] = []
  await mkdir(join(folder, room.name, locale), { recursive: true })
  await page.setViewportSize({ width, height: WINDOWS.get(width) ?? width })
  // A page follows its window; what stands open above it may close instead.
  if (!visit.isInside || room.overlay) await enter(page, room, locale)
  visit.isInside = true
  await settle(page)
  for (const light of LIGHTS) {
    await turnLight(page, light)
    const name = join(room.name, locale, `${width}-${light}`)
    const shot = { room: room.name, locale, width, light, file: `${name}.png` }
    await page.screenshot({ path: join(folder, shot.file), animations: 'disabled' })
    if (room.overlay) shots.push(shot)
    else {
      const wholePage = `${name}-whole.png`
      await page.screenshot({ path: join(folder, wholePage), animations: 'disabled', fullPage: true })
      shots.push({ ...shot, wholePage })
    }
  }
  return shots
}
