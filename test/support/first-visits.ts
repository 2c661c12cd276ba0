import type { Browser } from 'playwright'

export type FirstVisit = Awaited<ReturnType<typeof firstVisit>>

const PATIENCE_MS = 10_000

export async function firstVisit(browser: Browser, url: string) {
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
