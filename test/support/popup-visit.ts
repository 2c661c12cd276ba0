import type { Page } from 'playwright'

import { goTo } from './browser.ts'
import { untilQuiet, watchRequests } from './look.ts'
import { until } from './until.ts'

type TrackedEvent = { name: string; properties: object }
type Watched = typeof globalThis & { askedKeys: string[]; tracked: TrackedEvent[]; launchClosed: number }

/** Stops the clock of every page in this window; only `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
}

/**
 * Advances a stopped clock in steps of 10 ms until the condition holds. A timer that starts after React has rendered may
 * start late on a busy machine.
 */
export async function advanceUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await page.clock.runFor(10)
    return isReached()
  })
}

export async function watch(page: Page, stored: Record<string, string> = {}): Promise<void> {
  watchRequests(page)
  await page.addInitScript((entries) => {
    const watched = globalThis as Watched
    Object.assign(watched, { askedKeys: [], tracked: [], launchClosed: 0 })
    // To the page it has just loaded, however often the clock was advanced while a slow machine loaded it.
    const loaded = () => [{ loadEventEnd: performance.now() }] as PerformanceNavigationTiming[]
    Object.assign(performance, { getEntriesByType: (type: string) => (type === 'navigation' ? loaded() : []) })
    for (const [key, value] of Object.entries(entries))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function get(key) {
      watched.askedKeys.push(key)
      return getItem.call(this, key)
    }
    addEventListener('shop-event', (event) => watched.tracked.push((event as CustomEvent<TrackedEvent>).detail))
    addEventListener('launch-popup-closed', () => (watched.launchClosed += 1))
  }, stored)
}

export async function arrive(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await popupsBegin(page)
}

/** Background parts start when the browser is idle. The clock must not advance while their requests are pending. */
export async function popupsBegin(page: Page): Promise<void> {
  await until(async () => {
    await page.clock.runFor(1)
    return page.evaluate(() => (globalThis as Watched).askedKeys.includes('hasSeenLaunchPopup'))
  })
  await untilQuiet(page)
}

export function trackedEvents(page: Page): Promise<{ tracked: TrackedEvent[]; launchClosed: number }> {
  return page.evaluate(() => {
    const { tracked, launchClosed } = globalThis as Watched
    return { tracked, launchClosed }
  })
}

export function remembered(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}
