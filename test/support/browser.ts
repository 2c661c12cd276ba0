import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright'
import type { Test } from 'tap'

import { launchChromium } from '#test/support/chromium.ts'
import { seePopupsBefore } from '#test/support/seen-popups.ts'

export interface VisitOptions extends BrowserContextOptions {
  /** What of the browser's complaints this visit is about; every other one fails the test. */
  expected?: RegExp[]
  /** A shopper who has not seen the popups; without it, one who has closed them before. */
  firstVisit?: boolean
  /** One that was started for this visit; without it the one of the test file. */
  browser?: Browser
}

/** Whether shops are opened as `npm run dev` serves them. */
export const IS_DEVELOPMENT = process.env['NODE_ENV'] === 'development'

/**
 * Long enough for a busy machine with two cores, short enough to tell what hangs; a page in development is 200 files.
 */
const PATIENCE_MS = IS_DEVELOPMENT ? 45_000 : 15_000

let browser: Promise<Browser> | undefined

/**
 * Lets a shopper with a browser of their own visit the shop, and fails the test on anything that a shopper's
 * console would show: errors, warnings, requests that fail or go elsewhere, broken policies.
 * @param origin the only one that may be asked for anything
 */
export async function visit(
  t: Test,
  origin: string,
  body: (page: Page) => Promise<void>,
  { expected = [], firstVisit = false, browser: own, ...options }: VisitOptions = {},
): Promise<void> {
  const context = await (own ?? (await sharedBrowser())).newContext({ baseURL: origin, locale: 'en-US', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  if (!firstVisit) await seePopupsBefore(context)
  const complaints = complaintsIn(context, origin)
  try {
    await body(await context.newPage())
  } catch (error) {
    for (const complaint of complaints) t.comment(complaint)
    throw error
  } finally {
    await context.close()
  }
  // Chromium reports scripts that it was told not to run like those that a policy forbids.
  const silent = options.javaScriptEnabled === false ? [...expected, /\.[jt]s \(csp\)$/] : expected
  const unexpected = complaints.filter((complaint) => !silent.some((pattern) => pattern.test(complaint)))
  t.same(unexpected, [], 'the browser has nothing to complain about')
}

/**
 * What a shopper's console shows in any window of this browser from now on, a line each.
 * @param origin the only one that may be asked for anything
 */
export function complaintsIn(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = []
  context.on('page', (page) => listen(page, origin, (complaint) => complaints.push(complaint)))
  return complaints
}

/** Waits until the page answers to clicks. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

function listen(page: Page, origin: string, complain: (complaint: string) => void): void {
  page.on('console', (message) => {
    const type = message.type()
    // Said by the clock: a machine with too much to do is late with everything, also with its fonts.
    const isLate = message.text().includes('was preloaded using link preload but not used within a few seconds')
    if (type === 'error' || (type === 'warning' && !isLate))
      complain(`console ${type} on ${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complain(`error on ${page.url()}: ${error.stack ?? error.message}`))
  page.on('crash', () => complain(`${page.url()} crashed`))
  page.on('request', (request) => {
    if (isElsewhere(request, origin)) complain(`request to another place on ${page.url()}: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason'
    // A page that is left lets go of what it still waits for.
    if (reason !== 'net::ERR_ABORTED') complain(`request failed on ${page.url()}: ${request.url()} (${reason})`)
  })
}

function isElsewhere(request: Request, origin: string): boolean {
  const { protocol, origin: target } = new URL(request.url())
  return protocol !== 'data:' && protocol !== 'blob:' && target !== origin
}

async function sharedBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

async function launch(): Promise<Browser> {
  const launched = await launchChromium()
  // Only here: a proof that uses the rest of this file is none of tap's tests.
  const { default: rootTest } = await import('tap')
  rootTest.teardown(() => launched.close())
  return launched
}
