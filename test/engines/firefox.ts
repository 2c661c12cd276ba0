import { launch, type BrowserContext, type Page } from 'puppeteer-core'

import { findFirefox } from '#test/runner/find-firefox.ts'

import type { Engine, EnginePage } from './engine.ts'

export interface FirefoxPage extends EnginePage {
  readonly puppeteer: Page
}

/**
 * Starts a headless Firefox, controlled over WebDriver BiDi.
 * @param preferences as in `about:config`, in addition to those of puppeteer
 * @throws if Firefox is not installed
 */
export async function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Engine<FirefoxPage>> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox: install firefox-esr.')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', ...preferences },
  })
  const contexts = new Map<EnginePage, BrowserContext>()
  return {
    async newPage() {
      const context = await browser.createBrowserContext()
      const page = toEnginePage(await context.newPage())
      contexts.set(page, context)
      await page.resize(1280, 800)
      return page
    },
    closePage: async (page) => contexts.get(page)?.close(),
    close: () => browser.close(),
  }
}

function toEnginePage(page: Page): FirefoxPage {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console error on ${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error on ${page.url()}: ${String(error)}`))
  const waitUntil = 'domcontentloaded'
  return {
    engine: 'firefox',
    puppeteer: page,
    async open(url) {
      // Firefox reports an aborted load of the previous page as a failure of this one, and an aborted request on its
      // console.
      await page.waitForNetworkIdle()
      await page.goto(url, { waitUntil })
    },
    reload: async () => void (await page.reload({ waitUntil })),
    // The page may stay the same document, so there is no load event to wait for.
    back: () => page.evaluate(() => history.back()),
    evaluate: (body, argument) => page.evaluate(body as never, argument),
    run: async (script) => void (await page.evaluate(`${script};0`)),
    async clickMarked(attribute) {
      const element = await page.$(`[${attribute}]`)
      await element?.click()
      await element?.dispose()
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async resize(width, height) {
      await page.setViewport({ width, height }).catch((error: unknown) => {
        // Firefox 140 resizes the window, but cannot turn it.
        if (!String(error).includes('unknown command')) throw error
      })
      await page.waitForFunction((wanted) => innerWidth === wanted, {}, width)
    },
    screenshot: async (path) => void (await page.screenshot({ path })),
    complaints: () => complaints,
  }
}
