import type { Page } from 'playwright'
import t, { type Test } from 'tap'

import { IMAGE_WIDTHS } from '#shared/images/image-url.ts'
import { goTo, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { startShop, visitShop } from '#test/support/test-shop.ts'

/** The largest layout shift of a row while its items are parsed. */
const PARSING_SHIFT = 0.001
/**
 * Chromium reports a movement from 3 px on, so that a row of text that grows by 3 px with its font scores 0.00003. Tools
 * round a score to 0.001 or 0.0001.
 */
const NEGLIGIBLE_SHIFT = 0.0001
const LATE_FILES = /\/_image\/|\.woff2$/
const PHONE = { width: 390, height: 844 }
const WINDOWS = [
  ['en', PHONE],
  ['ru', { width: 1440, height: 900 }],
] as const

const shop = await visitShop(t)
/** Late content in the middle of a page has a separate test. */
let related = Promise.withResolvers<void>()
const lateShop = await startShop(t, {
  wrapShopData: (data) => ({
    ...data,
    async related(handle) {
      await related.promise
      return data.related(handle)
    },
  }),
})

interface Shift {
  value: number
  parts: string[]
}

for (const [locale, viewport] of WINDOWS) {
  t.test(`pages in ${locale} at ${viewport.width} have no layout shift`, async (t) => {
    const { product } = await findRing(shop.url, locale)
    for (const path of ['', '/shop/rings', `/shop/product/${product.handle}`]) {
      await visit(t, shop.url, { viewport }, async (page) => {
        await watchShifts(page)
        const late = await holdBackFiles(page)
        await goTo(page, `/${locale}${path}`, { waitUntil: 'domcontentloaded' })
        await isShown(page)
        t.ok(late.fonts > 0 && late.pictures > 0, 'fonts and images are late')
        late.come()
        await readDown(page)
        await isPainted(t, page)
        t.same(await shiftsOf(page), [], `/${locale}${path}`)
      })
    }
  })
}

for (const [locale, viewport] of WINDOWS) {
  t.test(`late content in the middle of a page in ${locale} does not move a shopper who sees the footer`, async (t) => {
    const { product } = await findRing(lateShop.url, locale)
    related = Promise.withResolvers<void>()
    await visit(t, lateShop.url, { viewport }, async (page) => {
      await watchShifts(page)
      await goTo(page, `/${locale}/shop/product/${product.handle}`, { waitUntil: 'commit' })
      await page.evaluate(async () => {
        await document.fonts.ready
        const footer = document.querySelector('footer')?.getBoundingClientRect()
        scrollTo(0, scrollY + (footer?.top ?? 0) - 0.6 * innerHeight)
      })
      await isShown(page)
      // The scripts of a near footer render the whole page again while a part of it is missing.
      if (viewport.width > 1000) await page.locator('footer').getByRole('radiogroup').waitFor()
      t.equal(await page.locator('[data-place-holder]').count(), 1, 'the related products are late')
      related.resolve()
      await page.locator('[data-place-holder]').waitFor({ state: 'detached' })
      await isShown(page)
      t.ok((await page.locator('main section').last().getByRole('link').count()) >= 4, 'they are there')
      t.same(await shiftsOf(page), [])
    })
  })
}

t.test('a phone loads images as large as it shows, and no larger', async (t) => {
  const { product } = await findRing(shop.url)
  for (const [path, deviceScaleFactor] of [
    ['', 3],
    ['/shop/rings', 2],
    [`/shop/product/${product.handle}`, 3],
    ['/blogs/where-stones-come-from', 2],
  ] as const) {
    await visit(t, shop.url, { deviceScaleFactor, viewport: PHONE }, async (page) => {
      await page.goto(`/en${path}`)
      const shownImages = await fetchedImages(page)
      t.ok(shownImages.size > 0, path)
      for (const [url, { source, needed }] of shownImages) {
        const dots = Math.min(needed, source)
        const fetched = Number(/_image\/(\d+)/.exec(url)?.[1])
        const smaller = IMAGE_WIDTHS.findLast((width) => width < fetched) ?? 0
        t.ok(fetched >= 0.92 * dots && smaller < 0.92 * dots, `${url} for ${dots} dots`)
      }
    })
  }
})

/**
 * The images that a page has loaded: the widths of their sources and the largest widths at which they are shown, in
 * device pixels. A browser may show a cached image at a smaller size, too.
 */
async function fetchedImages(page: Page): Promise<Map<string, { source: number; needed: number }>> {
  const shown = await page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const { currentSrc: url, naturalWidth, naturalHeight } = image
      const { width, height } = image.getBoundingClientRect()
      if (!url.includes('/_image/') || !image.complete || width === 0) return []
      const needed = Math.round(Math.max(width, (height * naturalWidth) / naturalHeight) * devicePixelRatio)
      const sizes = [...(image.parentElement?.querySelectorAll('source') ?? []), image]
      const source = sizes.find(({ srcset }) => srcset.includes(url.slice(location.origin.length)))
      return { url, needed, source: Number(source?.getAttribute('width')) }
    }),
  )
  return new Map(shown.toSorted((a, b) => a.needed - b.needed).map(({ url, ...facts }) => [url, facts]))
}

async function holdBackFiles(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = { fonts: 0, pictures: 0, come: resolve }
  await page.route(LATE_FILES, async (route) => {
    late[route.request().resourceType() === 'font' ? 'fonts' : 'pictures'] += 1
    await promise
    // The page may be closed.
    await route.continue().catch(() => undefined)
  })
  return late
}

async function isShown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (performance.getEntriesByName('first-contentful-paint').length === 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(
    ([parsingShift, negligibleShift]) => {
      const shifts: Shift[] = []
      Object.assign(globalThis, { shifts })
      let shellParsedAt = Infinity
      const parsing = new MutationObserver(() => {
        if (!document.querySelector('footer')) return
        shellParsedAt = performance.now()
        parsing.disconnect()
      })
      parsing.observe(document, { childList: true, subtree: true })
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        })[]) {
          if (entry.value < negligibleShift) continue
          // A browser may paint between two packets of the shell: a centered row grows while its items arrive.
          if (entry.startTime < shellParsedAt && entry.value < parsingShift) continue
          shifts.push({
            value: entry.value,
            parts: entry.sources.map(({ node, previousRect, currentRect }) => {
              const name = node instanceof Element ? `${node.tagName} ${node.className}` : node?.textContent
              return `${name}: ${JSON.stringify(previousRect)} -> ${JSON.stringify(currentRect)}`
            }),
          })
        }
      })
      observer.observe({ type: 'layout-shift', buffered: true })
    },
    [PARSING_SHIFT, NEGLIGIBLE_SHIFT] as const,
  )
}

async function readDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const near = () =>
      [...document.querySelectorAll('main img')].filter((image): image is HTMLImageElement => {
        const { top, right, bottom, left, width } = image.getBoundingClientRect()
        // Further views of a gallery are beside the window, and load when they are scrolled to.
        const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        return image instanceof HTMLImageElement && width > 0 && isInWindow
      })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (;;) {
      while (near().some((image) => !image.complete)) await frame()
      await frame()
      const before = scrollY
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' })
      await frame()
      if (scrollY === before) break
    }
  })
}

/** Checks that the late content has arrived; otherwise nothing could have moved. */
async function isPainted(t: Test, page: Page): Promise<void> {
  const { fonts, broken, waiting } = await page.evaluate(() => ({
    fonts: [...document.fonts].filter(({ status }) => status === 'loaded').length,
    broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
    waiting: document.querySelectorAll('[data-place-holder]').length,
  }))
  t.ok(fonts >= 2, 'the fonts of the page are its own')
  t.same({ broken, waiting }, { broken: 0, waiting: 0 })
}

async function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(() => {
    // Callbacks that are due run before this one.
    return new Promise<Shift[]>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve((globalThis as unknown as { shifts: Shift[] }).shifts)))
    })
  })
}
