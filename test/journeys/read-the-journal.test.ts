import type { Locator, Page } from 'playwright'
import t from 'tap'

import type { Locale } from '#shared/i18n/locale.ts'
import { goTo, hydrated, journey, seeHeading, visit } from '#test/support/browser.ts'
import { messageIn } from '#test/support/message.ts'
import { startShop } from '#test/support/test-shop.ts'

const TOKEN = 'the author’s own token'
/** Browsers ask for content in paths; other journeys ask in parameters, which is the default. */
const ENV = { PREVIEW_TOKENS: `another-token,${TOKEN}` }
const PREVIEW = `?preview=${encodeURIComponent(TOKEN)}`
const MISSING = { expected: [/status of 404/] }

const shop = await startShop(t, { env: ENV })

t.test('an author sees a draft at its URL before it is published', async (t) => {
  const locale = 'ru'
  const draft = findDraft(locale)
  const title = (page: Page) => page.getByRole('heading', { level: 1, name: draft.title })
  const card = (page: Page) => page.getByRole('main').getByRole('link', { name: draft.title })

  await visit(t, shop.url, MISSING, async (page) => {
    t.equal((await page.goto(draft.address))?.status(), 404)
    await hydrated(page)
    t.equal(await barOf(page, locale).count(), 0, 'it is not there')

    t.equal((await page.goto(draft.address + PREVIEW))?.status(), 200)
    await hydrated(page)
    await title(page).waitFor()
    await barOf(page, locale).getByText(messageIn(locale, 'This page is a draft.')).waitFor()
    t.same(await remembered(page), { cookie: true, session: TOKEN })

    await page.getByRole('main').locator(`a[href="/${locale}/blogs"]`).first().click()
    await page.waitForURL(`**/${locale}/blogs`)
    await hydrated(page)
    await barOf(page, locale).getByText(messageIn(locale, 'Showing drafts.')).waitFor()
    await beginDocument(page)
    await card(page).click()
    await title(page).waitFor()
    await hydrated(page)
    t.ok(await isNewDocument(page), 'every link of a preview loads its page whole')

    await goTo(page, `/${locale}/blogs`)
    await beginDocument(page)
    await barOf(page, locale)
      .getByRole('link', { name: messageIn(locale, 'Exit preview') })
      .click()
    await page.waitForURL(`**/${locale}/blogs?preview=`)
    await hydrated(page)
    t.ok(await isNewDocument(page), 'out of it as well')
    await barOf(page, locale).waitFor({ state: 'detached' })
    t.equal(await card(page).count(), 0)
    t.same(await remembered(page), NOTHING)
    t.equal((await page.goto(draft.address))?.status(), 404)
  })
})

t.test('an invalid token shows nothing and is not stored', async (t) => {
  const draft = findDraft('en')
  await visit(t, shop.url, MISSING, async (page) => {
    for (const search of ['?preview=guess', '?preview=1', '?preview', '']) {
      t.equal((await page.goto(draft.address + search))?.status(), 404, search)
      await hydrated(page)
      t.equal(await barOf(page, 'en').count(), 0)
      t.same(await remembered(page), NOTHING, search)
    }
    await goTo(page, '/en/blogs')
    await page.evaluate(() => (document.cookie = 'previewToken=guess; path=/'))
    await page.reload()
    await page.waitForFunction(() => !document.cookie.includes('previewToken'))
    await page.evaluate(() => sessionStorage.setItem('previewToken', 'guess'))
    await page.reload()
    await page.waitForFunction(() => !sessionStorage.getItem('previewToken'))
    await hydrated(page)
    t.same(await remembered(page), NOTHING)
    t.equal(await barOf(page, 'en').count(), 0)
  })
})

t.test('a stored token turns the pages of a tab into previews', async (t) => {
  const draft = findDraft('en')
  await visit(t, shop.url, async (page) => {
    await goTo(page, '/en/blogs')
    await page.evaluate((token) => sessionStorage.setItem('previewToken', token), TOKEN)
    await page.reload()
    await barOf(page, 'en').waitFor()
    await page.getByRole('main').getByRole('link', { name: draft.title }).waitFor()
    await hydrated(page)

    await goTo(page, '/en/blogs?preview=')
    await page.waitForFunction(() => !sessionStorage.getItem('previewToken'))
    await goTo(page, '/en/blogs')
    t.equal(await barOf(page, 'en').count(), 0)
  })
})

t.test('an author without JavaScript enters a preview, navigates in it, and leaves it', async (t) => {
  const draft = findDraft('ru')
  await visit(t, shop.url, { javaScriptEnabled: false, ...MISSING }, async (page) => {
    await page.goto(`/ru/blogs${PREVIEW}`, { waitUntil: 'domcontentloaded' })
    await page.getByRole('main').getByRole('link', { name: draft.title }).click()
    await seeHeading(page, draft.title)
    const leave = barOf(page, 'ru').getByRole('link', { name: messageIn('ru', 'Exit preview') })
    const [answer] = await Promise.all([page.waitForResponse(/preview=$/), leave.click()])
    t.equal(answer.status(), 404)
  })
})

t.test('a preview is private: it is neither cached nor listed', async (t) => {
  const { address, title } = findDraft('en')
  const cookie = `previewToken=${encodeURIComponent(TOKEN)}`
  for (const [path, headers, isPreview] of [
    [address + PREVIEW, {}, true],
    [address, { cookie }, true],
    ['/en/nowhere', { cookie }, true],
    ['/en/blogs', {}, false],
    ['/en/blogs?preview=guess', { cookie }, false],
    [`/en/blogs${PREVIEW}x`, {}, false],
    [`/en/blogs${PREVIEW}&preview=x`, {}, false],
  ] as [string, Record<string, string>, boolean][]) {
    const answer = await fetch(shop.url + path, { headers: { accept: 'text/html', ...headers } })
    t.equal(answer.headers.get('cache-control'), isPreview ? 'private, no-store' : 'private, no-cache', path)
    t.equal(answer.headers.get('x-robots-tag'), isPreview ? 'noindex' : null, path)
    if (!isPreview) t.notMatch(await answer.text(), title, path)
  }
})

const NOTHING = { cookie: false, session: null }

async function remembered(page: Page) {
  return page.evaluate(() => ({
    cookie: document.cookie.includes('previewToken'),
    session: sessionStorage.getItem('previewToken'),
  }))
}

function findDraft(locale: Locale): { title: string; address: string } {
  const draft = shop.app.content.documents().find(({ _draft, _locale }) => _draft && _locale === locale)
  if (!draft) throw new Error(`There is no draft in ${locale}`)
  return { title: draft.title, address: `/${locale}${draft._path}` }
}

function barOf(page: Page, locale: Locale) {
  return page.getByRole('complementary', { name: messageIn(locale, 'Preview'), exact: true })
}

async function beginDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
}

async function isNewDocument(page: Page): Promise<boolean> {
  return (await page.locator('html[data-before]').count()) === 0
}

journey(
  t,
  'a shopper reads the newest article, the one before it, and returns to the list',
  shop.url,
  async (page, t) => {
    await goTo(page, '/en')
    await marked(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Journal' }).click()
    // The URL changes before the page.
    await seeHeading(page, 'Journal')
    t.equal(new URL(page.url()).pathname, '/en/blogs')
    const titles = await page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts()
    t.equal(titles.length, 6)

    await page.getByRole('link', { name: titles[0] ?? '' }).click()
    await seeHeading(page, titles[0] ?? '')
    t.match(await page.title(), titles[0] ?? '')
    const before = page.getByRole('link', { name: /^Previous article/ })
    const [, name = ''] = (await before.innerText()).split('\n').filter(Boolean)
    t.notOk(await page.getByRole('link', { name: /^Next article/ }).count(), 'the last of them has nothing after it')
    await before.click()
    await seeHeading(page, name)
    await page.getByRole('main').getByRole('link', { name: 'All articles' }).click()
    await seeHeading(page, 'Journal')
    t.ok(await isMarked(page), 'all of it in one document')
  },
)

journey(t, 'a page of the journal has a reading layout, which no other page has', shop.url, async (page, t) => {
  const bar = page.getByRole('navigation', { name: 'Journal', exact: true })
  await page.goto('/en/blogs')
  t.equal(await bar.getByRole('link', { name: 'All articles' }).getAttribute('aria-current'), 'page')
  await goTo(page, '/en/blogs/ring-sizes')
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

journey(t, 'a long article has a table of contents with links', shop.url, async (page, t) => {
  await goTo(page, '/ru/blogs/ring-sizes')
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

t.test('a link to a page with a redirect is followed to the end', async (t) => {
  await visit(
    t,
    shop.url,
    { expected: [/request to another place/, /request failed .*https:/, /net::ERR_FAILED/] },
    async (page) => {
      await goTo(page, '/en/cart')
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

journey(
  t,
  'benefits scroll by button and by keyboard, never by themselves',
  shop.url,
  { viewport: { width: 390, height: 844 } },
  async (page, t) => {
    await goTo(page, '/en')
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
  },
)

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
