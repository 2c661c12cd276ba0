import type { Locator, Page } from 'playwright'
import t from 'tap'

import { hydrated, visit } from '#test/support/browser.ts'
import { startShop } from '#test/support/test-shop.ts'

const shop = await startShop(t)

t.test('a shopper reads the newest article, the one before it, and returns to the list', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    await marked(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Journal' }).click()
    // The URL changes before the page.
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor()
    t.equal(new URL(page.url()).pathname, '/en/blogs')
    const titles = await page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts()
    t.equal(titles.length, 6)

    await page.getByRole('link', { name: titles[0] ?? '' }).click()
    await page.getByRole('heading', { level: 1, name: titles[0] ?? '' }).waitFor()
    t.match(await page.title(), titles[0] ?? '')
    const before = page.getByRole('link', { name: /^Previous article/ })
    const [, name = ''] = (await before.innerText()).split('\n').filter(Boolean)
    t.notOk(await page.getByRole('link', { name: /^Next article/ }).count(), 'the last of them has nothing after it')
    await before.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All articles' }).click()
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor()
    t.ok(await isMarked(page), 'all of it in one document')
  })
})

t.test('a page of the journal has a reading layout, which no other page has', async (t) => {
  await visit(t, shop.url, async (page) => {
    const bar = page.getByRole('navigation', { name: 'Journal', exact: true })
    await page.goto('/en/blogs')
    t.equal(await bar.getByRole('link', { name: 'All articles' }).getAttribute('aria-current'), 'page')
    await page.goto('/en/blogs/ring-sizes')
    await hydrated(page)
    t.equal(await bar.getByRole('link', { name: 'All articles' }).getAttribute('aria-current'), null)
    t.equal(await bar.getByRole('link', { name: 'RSS feed' }).getAttribute('href'), '/en/blogs/rss.xml')
    const read = page.locator('.reading-progress')
    const widthAtTop = (await read.boundingBox())?.width
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForFunction(
      () => (document.querySelector('.reading-progress')?.getBoundingClientRect().width ?? 0) > innerWidth * 0.9,
    )
    t.ok((widthAtTop ?? 0) < 20, 'the line grows as the article is read')
    await page.goto('/en/ourStory')
    t.equal(await bar.count(), 0)
  })
})

t.test('both ways in which browsers can request content show the same page', async (t) => {
  for (const [CONTENT_QUERY, address] of [
    ['parameters', /\/query\/[\w-]+\.[\w-]+\.json\?_params=/],
    ['path', /\/query\/[\w-]+\.[\w-]+\/[^?]+\.json$/],
    ['local', /\/cache\.[\w-]+\.json$/],
  ] as const) {
    const { url } = await startShop(t, { env: { CONTENT_QUERY } })
    await visit(t, url, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => {
        if (/\/_content\/(?:query|cache)/.test(request.url())) asked.push(request.url())
      })
      await page.goto('/en/blogs')
      await hydrated(page)
      await page.getByRole('main').getByRole('link', { name: 'Ring sizes' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ring sizes' }).waitFor()
      t.ok(asked.length > 0, CONTENT_QUERY)
      for (const request of asked) t.match(request, address)
    })
  }
})

t.test('a long article has a table of contents with links', async (t) => {
  await visit(t, shop.url, async (page) => {
    await page.goto('/ru/blogs/ring-sizes')
    await hydrated(page)
    const contents = page.getByRole('navigation', { name: 'На этой странице' }).getByRole('link')
    t.ok((await contents.count()) >= 4)
    const last = contents.last()
    await last.click()
    const heading = page.getByRole('heading', { level: 2, name: await last.innerText() })
    await page.waitForFunction(() => scrollY > 0)
    const top = await heading.evaluate((element) => element.getBoundingClientRect().top)
    const bar = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom)
    t.ok(top >= bar, 'the header does not cover the heading')
    t.match(page.url(), /#./)
  })
})

t.test('a link to a page with a redirect is followed to the end', async (t) => {
  await visit(
    t,
    shop.url,
    { expected: [/request to another place/, /request failed .*https:/, /net::ERR_FAILED/] },
    async (page) => {
      await page.goto('/en/cart')
      await hydrated(page)
      await marked(page)
      await follow(page, '/en/size-guide')
      await page.waitForURL('**/en/blogs/ring-sizes')
      await follow(page, '/en/courses')
      await page.waitForURL('**/en/blogs')
      t.ok(await isMarked(page), 'in the same document')

      await page.route('https://**', (route) => route.abort())
      const asked = page.waitForRequest((request) => request.url().startsWith('https://'))
      await follow(page, '/en/iso-8653')
      t.match((await asked).url(), /^https:\/\/[^/]*(iso|wikipedia)\.org\//, 'also to another house')
    },
  )
})

t.test(
  'a page with fixed dark mode is dark from its first paint, and the color mode is restored afterwards',
  async (t) => {
    const path = '/en/guides/stones-by-candlelight'
    t.match(await (await fetch(shop.url + path)).text(), /<html [^>]*data-forced-theme="dark"/)
    await visit(t, shop.url, { colorScheme: 'light' }, async (page) => {
      await page.goto(path)
      await hydrated(page)
      t.equal(await themeOf(page), 'dark')
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click()
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light')
      await page.goBack()
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
      t.pass('also when it is come back to')
    })
  },
)

t.test('benefits scroll by button and by keyboard, never by themselves', async (t) => {
  await visit(t, shop.url, { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto('/en')
    await hydrated(page)
    const row = page.getByRole('group', { name: 'Why moissanite' })
    const list = row.getByRole('list')
    await row.scrollIntoViewIfNeeded()
    const left = () => list.evaluate((element) => element.scrollLeft)
    t.equal(await left(), 0)
    await row.getByRole('button', { name: 'Scroll forward' }).click()
    await rests(list, 'moved')
    await row.getByRole('button', { name: 'Scroll back' }).click()
    await rests(list, 'at its start')
    await list.focus()
    await page.keyboard.press('ArrowRight')
    await rests(list, 'moved')
  })
})

/** Waits until a scrolling row has stopped after a position, or before it. */
async function rests(list: Locator, where: 'moved' | 'at its start'): Promise<void> {
  await list.evaluate(async (element, isMoved) => {
    while (element.scrollLeft > 50 !== isMoved) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, where === 'moved')
}

/** Clicks a temporary link to `href`, as if the content contained it. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, href)
}

async function marked(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(globalThis, { isSameDocument: true }))
}

async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSameDocument' in globalThis)
}

async function themeOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['theme'])
}
