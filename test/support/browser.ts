import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request, Response } from 'playwright'
import type { Test } from 'tap'

import { launchChromium } from './chromium.ts'
import { SHARED_SHOP } from './commerce.ts'
import { seePopupsBefore } from './seen-popups.ts'

export interface VisitOptions extends BrowserContextOptions {
  expected?: RegExp[]
  firstVisit?: boolean
  browser?: Browser
}

type Visitor = (page: Page) => Promise<void>
type TestedVisitor = (page: Page, t: Test) => Promise<void>

export const IS_DEVELOPMENT = process.env['NODE_ENV'] === 'development'

/** Long enough for a busy machine with two cores, where in development a page is 200 files. */
const PATIENCE_MS = 60_000

/** A network for this process, which limits of the shared storefront count by. */
const NETWORK = { 'x-forwarded-for': `100.${process.pid % 256}.${(process.pid >> 8) % 256}.1` }

let browser: Promise<Browser> | undefined

/**
 * Opens the shop in a browser context of the shopper's own. The test fails on any console error or warning, failed
 * request, request to another origin, or policy violation.
 * @param origin the only origin that may be requested
 * @param rest the options, if there are any, and what the shopper does
 */
export async function visit(t: Test, origin: string, ...rest: [Visitor] | [VisitOptions, Visitor]): Promise<void> {
  const [given, body] = rest.length === 1 ? [{}, rest[0]] : rest
  const { expected = [], firstVisit = false, browser: own, ...options }: VisitOptions = given
  const context = await (own ?? (await sharedBrowser())).newContext({
    baseURL: origin,
    locale: 'en-US',
    ...options,
    extraHTTPHeaders: { ...(origin === process.env[SHARED_SHOP] ? NETWORK : {}), ...options.extraHTTPHeaders },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (!firstVisit) await seePopupsBefore(context)
  const complaints = complaintsIn(context, origin)
  // What closing the browser interrupts is no complaint.
  let reported: string[]
  try {
    await body(await context.newPage())
    reported = [...complaints]
  } catch (error) {
    for (const complaint of complaints) t.comment(complaint)
    for (const page of context.pages()) t.comment(await describePage(page))
    throw error
  } finally {
    // Requests that a test rewrites may be pending.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  // Chromium reports scripts blocked by disabled JavaScript like scripts blocked by a policy.
  const silent = options.javaScriptEnabled === false ? [...expected, /\.[jt]s \(csp\)$/] : expected
  const unexpected = reported.filter((complaint) => !silent.some((pattern) => pattern.test(complaint)))
  // The name of the failed assertion is the complaint, so that a summary of failures shows it.
  for (const complaint of unexpected) t.fail(complaint)
  if (unexpected.length === 0) t.pass('the browser has nothing to complain about')
}

export function journey(
  t: Test,
  title: string,
  origin: string,
  ...rest: [TestedVisitor] | [VisitOptions, TestedVisitor]
): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest
  void t.test(title, async (test) => visit(test, origin, options, (page) => body(page, test)))
}

async function describePage(page: Page): Promise<string> {
  const described = page.evaluate(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open]')]
    return [...dialogs, document.body].map(({ innerText }) => innerText).join(' — ')
  })
  // A page that hangs describes nothing, and must not hide what failed.
  const text = await Promise.race([described, pause(5_000, 'nothing in 5 s', { ref: false })]).catch(String)
  return `${page.url()} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 1500)}`
}

export function complaintsIn(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = []
  context.on('page', (page) => listen(page, origin, (complaint) => complaints.push(complaint)))
  return complaints
}

export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

export async function goTo(...[page, ...to]: [Page, ...Parameters<Page['goto']>]): Promise<Response | null> {
  const response = await page.goto(...to)
  await hydrated(page)
  return response
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await hydrated(page)
}

export async function mainText(page: Page): Promise<string> {
  return page.locator('main').innerText()
}

export async function seeHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/**
 * Scrolls to an element that may be replaced once it is near, as the server's markup of the stones is. Playwright's own
 * scrolling fails if the element it waits for is replaced.
 */
export async function scrollTo(element: Locator): Promise<void> {
  await element.evaluate((node) => node.scrollIntoView({ block: 'center' }))
}

function listen(page: Page, origin: string, complain: (complaint: string) => void): void {
  page.on('console', (message) => {
    const type = message.type()
    // Also logged by time, because on a busy machine everything is late, including fonts.
    const isLate = message.text().includes('was preloaded using link preload but not used within a few seconds')
    if (type === 'error' || (type === 'warning' && !isLate))
      complain(`console ${type} on ${page.url()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complain(`error on ${page.url()}: ${error.stack ?? error.message}`))
  page.on('crash', () => complain(`${page.url()} crashed`))
  page.on('request', (request) => {
    if (isElsewhere(request, origin)) complain(`request to another place on ${page.url()}: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason'
    // A page that is left aborts its pending requests.
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
  // Imported only here, because proofs that use the rest of this file are not tap tests.
  const { default: rootTest } = await import('tap')
  rootTest.teardown(() => launched.close())
  return launched
}
