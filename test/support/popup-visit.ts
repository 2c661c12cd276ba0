import type { Page } from 'playwright'

import { hydrated } from '#test/support/browser.ts'
import { untilQuiet, watchRequests } from '#test/support/look.ts'
import { until } from '#test/support/until.ts'

type TrackedEvent = { name: string; facts: object }
type Watched = typeof globalThis & { askedKeys: string[]; tracked: TrackedEvent[]; launchClosed: number }

/** Stops the clock of every page that this window will show; time passes by `page.clock.runFor` alone. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
}

/** Notes what pages ask of the browser's memory, and what they say to anyone who measures. */
export async function watch(page: Page, stored: Record<string, string> = {}): Promise<void> {
  watchRequests(page)
  await page.addInitScript((entries) => {
    const watched = globalThis as Watched
    Object.assign(watched, { askedKeys: [], tracked: [], launchClosed: 0 })
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

/** Goes to a page, and on until the popups have begun to count the time. Needs `watch` and `stopClock`. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await popupsBegin(page)
}

/** What goes on beside the page begins when the browser is idle; time is not to run out for what it asks the shop. */
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
