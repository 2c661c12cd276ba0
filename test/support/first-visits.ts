import type { Browser } from 'playwright'

/** What a first-time visitor got, whose browser has no data of the shop. */
export interface FirstVisit {
  /** The build that rendered the page. */
  build: string
  isStyled: boolean
  /** Whether hydration finished. */
  isHydrated: boolean
  /** Number of loaded documents: more than one if the page reloaded itself. */
  documents: number
  /** Files of the shop that failed to load. */
  missing: string[]
}

const PATIENCE_MS = 10_000

/** Opens a page in a new browser context, and checks its styles and scripts. */
export async function firstVisit(browser: Browser, url: string): Promise<FirstVisit> {
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const page = await context.newPage()
    const missing: string[] = []
    let documents = 0
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) documents += 1
      const { pathname } = new URL(response.url())
      if (!response.ok() && /^\/(?:assets|_app)\//.test(pathname)) missing.push(`${response.status()} ${pathname}`)
    })
    await page.goto(url)
    const isHydrated = await page
      .locator('html[data-hydrated]')
      .waitFor({ state: 'attached', timeout: PATIENCE_MS })
      .then(
        () => true,
        () => false,
      )
    if (isHydrated) await page.waitForLoadState('networkidle')
    const isStyled = await page.evaluate(() => getComputedStyle(document.body).fontFamily.includes('Manrope'))
    const [, build = ''] = /"build":"(\w+)"/.exec(await page.content()) ?? []
    return { build, isStyled, isHydrated, documents, missing }
  } finally {
    await context.close()
  }
}
