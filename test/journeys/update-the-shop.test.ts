import type { Locator, Page } from 'playwright'
import t from 'tap'

import { goTo, hydrated, journey, seeHeading, visit } from '#test/support/browser.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

/** Chromium's message for an import that fails while the page is already unloading. */
const FAILED_IMPORT = /^error on \S+: (?:$|.*dynamically imported module)/

const shop = await startShop(t)

t.test('a page whose script always fails is loaded whole and stays as the server made it', async (t) => {
  const documents: string[] = []
  const body = async (page: Page) => {
    page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
    await goTo(page, '/ru')
    await page.route('**/assets/category-page-*', (route) => route.abort())
    documents.length = 0

    await category(page, 'Кольца').click()
    await seeHeading(page, 'Кольца')
    const failed = page.waitForEvent('console', (message) => /stays as the server made it/.test(message.text()))
    await failed.catch(() => undefined)
    t.same(documents, ['/ru/shop/rings'], 'one attempt with a new document')
    t.equal(await page.locator('html').getAttribute('data-theme'), 'dark', 'in the chosen color mode')

    await page.locator('main a[href*="/shop/product/"]').first().click()
    await page.waitForURL('**/shop/product/*')
    await hydrated(page)
    t.equal(documents.length, 2, 'its links load documents')
  }
  await visit(
    t,
    shop.url,
    {
      colorScheme: 'dark',
      expected: [/category-page-/, /net::ERR_FAILED/, /A part of the page could not be loaded/],
    },
    body,
  )
})

journey(t, 'hovering over a link preloads its page', shop.url, async (page, t) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const manifest = page.waitForResponse('**/_app/builds/meta/*.json')
  await goTo(page, '/en')
  await manifest
  const link = category(page, 'Rings')
  const brought = page.waitForResponse(/\/assets\/category-page-.*\.js$/)
  await link.hover()
  await brought
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await link.click()
  await seeHeading(page, 'Rings')
  t.same(
    asked.filter((path) => path.endsWith('.js')),
    [],
    'every script was there',
  )
})

function category(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: /Shop by category|Выберите категорию/ })
    .getByRole('link', { name, exact: true })
}

for (const [what, files] of [
  ['style sheet', '**/assets/index-*.css'],
  ['first script', '**/assets/index-*.js'],
  ['script that hydrates it', '**/assets/hydrate-page-*.js'],
] as const) {
  t.test(`a page whose ${what} cannot be loaded is reloaded once`, async (t) => {
    const documents: string[] = []
    const body = async (page: Page) => {
      page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
      let refused = 0
      await page.route(files, (route) => {
        refused += 1
        return documents.length < 2 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
      })
      await page.goto('/en')
      await until(() => documents.length === 2)
      await page.waitForLoadState('load')
      await hydrated(page)
      t.equal(documents.length, 2)
      t.ok(refused > 0)
      t.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /Manrope/)
    }
    await visit(t, shop.url, { expected: [/404/, /MIME type/, FAILED_IMPORT] }, body)
  })
}

t.test('a page that stays incomplete is not reloaded in a loop', async (t) => {
  const documents: string[] = []
  const body = async (page: Page) => {
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await page.route('**/assets/index-*.css', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await goTo(page, '/en')
    await page.waitForLoadState('networkidle')
    t.equal(documents.length, 2)
  }
  await visit(t, shop.url, { expected: [/404/, /MIME type/] }, body)
})

t.test('a browser runs no script whose bytes differ from the build', async (t) => {
  const body = async (page: Page) => {
    await page.route('**/assets/base-*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()};document.documentElement.dataset.stolen='1'` })
    })
    const complaint = page.waitForEvent('console', (message) => message.text().includes('integrity'))
    await page.goto('/en')
    t.match((await complaint).text(), /base-[\w-]+\.js/)
    t.equal(await page.locator('html[data-stolen]').count(), 0)
  }
  await visit(t, shop.url, { expected: [/integrity/, FAILED_IMPORT] }, body)
})

t.test('at checkout this also applies to scripts that are loaded later', async (t) => {
  const inventory = await (await fetch(`${shop.url}/_app/builds/meta/${shop.app.build}.json`)).text()
  const [lazy = ''] = /\/assets\/checkout-confirming-page-[\w-]+\.js/.exec(inventory) ?? []
  const load = (page: Page) =>
    page.evaluate(
      (path) =>
        import(path).then(
          () => 'loaded',
          () => 'refused',
        ),
      lazy,
    )
  await visit(t, shop.url, async (page) => {
    await goTo(page, '/en/checkout')
    t.equal(await page.locator('script[type=importmap]').count(), 1)
    t.equal(await load(page), 'loaded')
  })
  const body = async (page: Page) => {
    await page.route(`**${lazy}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()} ` })
    })
    await goTo(page, '/en/checkout')
    t.equal(await load(page), 'refused')
  }
  await visit(t, shop.url, { expected: [/integrity/] }, body)
})
