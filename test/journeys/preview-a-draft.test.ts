import type { Page } from 'playwright'
import t from 'tap'

import type { Locale } from '#shared/i18n/locale.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { messageIn } from '#test/support/message.ts'
import { startShop } from '#test/support/test-shop.ts'

const TOKEN = 'the author’s own token'
const ENV = { PREVIEW_TOKENS: `somebody-else's,${TOKEN}` }
const PREVIEW = `?preview=${encodeURIComponent(TOKEN)}`
/** The browser's console message for a 404. */
const MISSING = { expected: [/status of 404/] }

const shop = await startShop(t, { env: ENV })

for (const locale of ['en', 'ru'] as const) {
  t.test(`an author sees a draft at its URL before it is published (${locale})`, async (t) => {
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

      await page.goto(`/${locale}/blogs`)
      await hydrated(page)
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
}

t.test('an invalid token shows nothing and is not stored', async (t) => {
  const draft = findDraft('en')
  await visit(t, shop.url, MISSING, async (page) => {
    for (const search of ['?preview=guess', '?preview=1', '?preview', '']) {
      t.equal((await page.goto(draft.address + search))?.status(), 404, search)
      await hydrated(page)
      t.equal(await barOf(page, 'en').count(), 0)
      t.same(await remembered(page), NOTHING, search)
    }
    await page.goto('/en/blogs')
    await hydrated(page)
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
    await page.goto('/en/blogs')
    await hydrated(page)
    await page.evaluate((token) => sessionStorage.setItem('previewToken', token), TOKEN)
    await page.reload()
    await barOf(page, 'en').waitFor()
    await page.getByRole('main').getByRole('link', { name: draft.title }).waitFor()
    await hydrated(page)

    await page.goto('/en/blogs?preview=')
    await hydrated(page)
    await page.waitForFunction(() => !sessionStorage.getItem('previewToken'))
    await page.goto('/en/blogs')
    await hydrated(page)
    t.equal(await barOf(page, 'en').count(), 0)
  })
})

t.test('an author without JavaScript enters a preview, navigates in it, and leaves it', async (t) => {
  const draft = findDraft('ru')
  await visit(t, shop.url, { javaScriptEnabled: false, ...MISSING }, async (page) => {
    await page.goto(`/ru/blogs${PREVIEW}`, { waitUntil: 'domcontentloaded' })
    await page.getByRole('main').getByRole('link', { name: draft.title }).click()
    await page.getByRole('heading', { level: 1, name: draft.title }).waitFor()
    const leave = barOf(page, 'ru').getByRole('link', { name: messageIn('ru', 'Exit preview') })
    const [answer] = await Promise.all([page.waitForResponse(/preview=$/), leave.click()])
    t.equal(answer.status(), 404)
  })
})

t.test('a preview is private: it is neither cached nor listed', async (t) => {
  const { address, title } = findDraft('en')
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(shop.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
    return { status: answer.status, sent: answer.headers, html: await answer.text() }
  }
  const cookie = `previewToken=${encodeURIComponent(TOKEN)}`
  for (const [path, headers] of [
    [address + PREVIEW, {}],
    [address, { cookie }],
    [`/en${PREVIEW}`, {}],
    ['/ru/shop', { cookie }],
    ['/en/nowhere', { cookie }],
    [`/blogs${PREVIEW}`, {}],
  ] as [string, Record<string, string>][]) {
    const { sent } = await read(path, headers)
    t.equal(sent.get('cache-control'), 'private, no-store', path)
    t.equal(sent.get('x-robots-tag'), 'noindex', path)
    t.equal(sent.get('set-cookie')?.includes('previewToken=') ?? false, path.includes('preview='), path)
  }
  for (const [path, headers] of [
    ['/en/blogs', {}],
    ['/en/blogs?preview=guess', {}],
    ['/en/blogs?preview=', { cookie }],
    ['/en/blogs?preview=guess', { cookie }],
    [`/en/blogs${PREVIEW}x`, {}],
    [`/en/blogs${PREVIEW}&preview=x`, {}],
  ] as [string, Record<string, string>][]) {
    const { sent, html } = await read(path, headers)
    t.equal(sent.get('cache-control'), 'private, no-cache', path)
    t.equal(sent.get('x-robots-tag'), null, path)
    t.notMatch(html, title, path)
  }

  const visits = Array.from({ length: 50 }, async (_, nth) => {
    const { html } = await read('/en/blogs', nth % 2 === 0 ? { cookie } : {})
    return { hasToken: nth % 2 === 0, seesDraft: html.includes(title) }
  })
  for (const { hasToken, seesDraft } of await Promise.all(visits)) t.equal(seesDraft, hasToken)
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
