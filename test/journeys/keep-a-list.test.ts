import type { Page } from 'playwright'
import t from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import { goTo, journey, reload, seeHeading, visit } from '#test/support/browser.ts'
import { everyCard } from '#test/support/categories.ts'
import { cartDrawer } from '#test/support/shopper.ts'
import { visitShop } from '#test/support/test-shop.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

const shop = await visitShop(t)
const cards = await everyCard(shop.url)
const [first, second, third, fourth, fifth] = cards as [Card, Card, Card, Card, Card]
type Card = (typeof cards)[number]

t.test('a shopper saves products by their hearts, in every tab, and shares them', async (t) => {
  let link = ''
  await visit(t, shop.url, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await goTo(page, '/en/shop/viewAll')
    await heart(page, first).click()
    await heart(page, first).and(page.locator('[aria-pressed=true]')).waitFor()
    const { width, height } = (await heart(page, first).boundingBox()) ?? { width: 0, height: 0 }
    t.ok(width >= 44 && height >= 44, 'a finger hits it')
    t.match(page.url(), /viewAll$/, 'the card is not opened by it')

    const other = await page.context().newPage()
    await goTo(other, `/en/shop/product/${second.handle}`)
    await heart(other, second).first().click()
    await heart(page, second).and(page.locator('[aria-pressed=true]')).waitFor()
    await other.close()

    await page.getByRole('banner').getByRole('link', { name: 'Wish list 2', exact: true }).click()
    await page.getByText('2 pieces saved', { exact: true }).waitFor()
    t.same(await titles(page), [second.title, first.title], 'the newest first')
    const price = first.price && formatMoney(first.price.calculated_amount, first.price.currency_code, 'en')
    t.ok(
      await page
        .getByText(price ?? 'no price')
        .first()
        .isVisible(),
      'with its price',
    )

    await page.getByRole('button', { name: 'Share the list' }).click()
    await page.getByText('Link copied.').waitFor()
    link = await page.evaluate(() => navigator.clipboard.readText())
    t.match(link, new RegExp(`/en/wishlist\\?pieces=${second.handle},${first.handle}$`))
    const email = new URL((await page.getByRole('link', { name: 'Send by email' }).getAttribute('href')) ?? '')
    t.equal(email.protocol, 'mailto:')
    t.match(Object.fromEntries(email.searchParams), { subject: 'My wish list at Lumenite', body: link })

    await heart(page, second).click()
    await page.getByText('1 piece saved', { exact: true }).waitFor()
    t.equal((await titles(page)).length, 2, 'what was taken off stays in sight, so that it can be put back')
    await page.reload()
    await page.getByText('1 piece saved', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 2, name: first.title }).waitFor()
    t.same(await titles(page), [first.title], 'it is not there the next time')
  })

  await visit(t, shop.url, WITHOUT_SCRIPTS, async (page) => {
    await page.goto(`${link},sold-long-ago`)
    t.same(await titles(page), [second.title, first.title], 'the link works without JavaScript')
    t.ok(await page.getByText('1 more is no longer available.').isVisible())
    t.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    t.equal(await heart(page, first).count(), 0, 'no button that would do nothing')
  })

  await visit(t, shop.url, async (page) => {
    await page.goto('/en/wishlist')
    await page.getByText('Your wish list is empty').waitFor()
    await goTo(page, link)
    await page.getByRole('button', { name: 'Save to my list' }).click()
    await page.getByText('2 pieces added to your list.').waitFor()
    await page.getByRole('link', { name: 'Your wish list' }).click()
    await page.getByText('2 pieces saved', { exact: true }).waitFor()
    t.same(await titles(page), [second.title, first.title])

    const own = Array.from({ length: 39 }, (_, at) => `kept-before-${at}`)
    await keep(page, 'wish_list', own)
    await goTo(page, link)
    const keepAll = page.getByRole('button', { name: 'Save to my list' })
    await keepAll.click()
    await page.getByText(/1 piece added to your list\. Your list is full: 1 piece didn’t fit\./).waitFor()
    await keepAll.click()
    await page.getByText(/^Your list is full: 1 piece didn’t fit\./).waitFor()
  })
})

t.test('a shopper buys from the wish list; options are chosen on the page of the product', async (t) => {
  const inStock = cards.filter(({ in_stock: isAvailable }) => isAvailable)
  const plain = inStock.find(({ quick_add_variant_id: variant }) => variant !== null) as Card
  const optional = inStock.find(({ quick_add_variant_id: variant }) => variant === null) as Card
  await visit(t, shop.url, PHONE, async (page) => {
    await page.goto('/en')
    await keep(page, 'wish_list', [plain.handle, optional.handle])
    await page.goto('/en/wishlist')
    await page.getByRole('button', { name: `Add ${plain.title} to cart` }).click()
    const drawer = cartDrawer(page)
    await drawer.getByText(plain.title).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: `Choose options: ${optional.title}` }).click()
    await seeHeading(page, optional.title)
  })
})

t.test('without the share API the list is shared by its link', async (t) => {
  await visit(
    t,
    shop.url,
    { ...PHONE, hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] },
    async (page) => {
      await page.addInitScript(() => {
        const answers = ['AbortError', 'NotAllowedError']
        navigator.share = async () => {
          throw new DOMException('The device says no.', answers.shift())
        }
      })
      await page.goto('/en')
      await keep(page, 'wish_list', [first.handle])
      await page.goto('/en/wishlist')
      const share = page.getByRole('button', { name: 'Share the list' })
      const copied = page.getByText('Link copied.')
      await share.click()
      t.notOk(await copied.isVisible(), 'canceling shares no link')
      await share.click()
      await copied.waitFor()
      t.match(await page.evaluate(() => navigator.clipboard.readText()), `pieces=${first.handle}`)
    },
  )
})

journey(
  t,
  'a list survives a discontinued product and a failed request',
  shop.url,
  { expected: [/ERR_FAILED/, /Failed to fetch/] },
  async (page, t) => {
    await page.goto('/en/wishlist')
    await keep(page, 'wish_list', [first.handle, 'sold-long-ago'])
    await page.route('**/api/products/all?*', (route) => route.abort())
    await page.reload()
    await page.getByText('They’re still on your list.').waitFor()
    await page.unroute('**/api/products/all?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 piece on your list is no longer available.').waitFor()
    t.same(await titles(page), [first.title])
    const takeOff = page.getByRole('button', { name: 'Remove unavailable pieces' })
    await takeOff.click()
    await page.getByText('Removed from the list.').and(page.locator(':focus')).waitFor()
    t.equal(await takeOff.count(), 0, 'the action is carried out')
    t.same(await titles(page), [first.title])
    t.equal(await page.evaluate(() => localStorage.getItem('wish_list')), first.handle)

    await keep(page, 'wish_list', ['sold-long-ago'])
    await page.reload()
    await page.getByText('1 piece on your list is no longer available.').waitFor()
    t.ok(await page.getByText('Your wish list is empty').isVisible(), 'a list of discontinued products is empty')
  },
)

journey(t, 'a shopper finds recently viewed products, and deletes them', shop.url, PHONE, async (page, t) => {
  for (const { handle } of [first, second, third]) {
    await goTo(page, `/en/shop/product/${handle}`)
  }
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await toFooter(page)
  await viewed.getByRole('link').first().waitFor()
  t.same(await viewed.getByRole('link').allInnerTexts(), [second.title, first.title], 'not the current product')

  await viewed.getByRole('button', { name: 'Clear history' }).click()
  await viewed.getByText('Your history on this device has been cleared.').and(page.locator(':focus')).waitFor()
  t.equal(await page.evaluate(() => localStorage.getItem('recently_viewed')), null)
  await goTo(page, `/en/shop/product/${fourth.handle}`)
  await toFooter(page)
  t.equal(await viewed.count(), 0)
})

journey(
  t,
  'a shopper compares up to four products, and sees that a fifth does not fit',
  shop.url,
  PHONE,
  async (page, t) => {
    await page.goto(`/en/shop/product/${fifth.handle}`)
    await keep(
      page,
      'compared',
      [first, second, third].map(({ handle }) => handle),
    )
    await goTo(page, `/en/shop/product/${fourth.handle}`)
    await compare(page, fourth).click()
    await page.getByRole('link', { name: 'Compare 4 pieces' }).waitFor()
    await goTo(page, `/en/shop/product/${fifth.handle}`)
    await compare(page, fifth).click()
    await page.getByText('You can compare up to four pieces.').waitFor()
    t.equal(await compare(page, fifth).getAttribute('aria-pressed'), 'false')

    await page.evaluate(() => window.scrollTo(0, 0))
    const buy = page.getByRole('button', { name: /^(Choose a size|Choose a length|Add to cart): / })
    await buy.waitFor()
    await page.locator('.duration-280:not([inert])').waitFor()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const bar = await page.getByRole('complementary', { name: 'Comparison' }).boundingBox()
    const button = await buy.boundingBox()
    t.ok((bar?.y ?? 0) + (bar?.height ?? 0) <= (button?.y ?? 0), 'the compare bar is above the buy bar')

    await page.getByRole('link', { name: 'Compare 4 pieces' }).click()
    await seeHeading(page, 'Compare pieces')
    const table = page.getByRole('table')
    t.equal(await table.getByRole('columnheader').count(), 5)
    const row = table.getByRole('rowheader', { name: 'Price' })
    const before = (await row.boundingBox())?.x
    await page.getByRole('region', { name: 'Comparison' }).press('ArrowRight')
    await page.waitForFunction(() => (document.querySelector('main [role=region]')?.scrollLeft ?? 0) > 20)
    t.equal((await row.boundingBox())?.x, before, 'on a phone the name of each row stays visible')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    t.equal(wide, PHONE.viewport.width, 'the page itself does not scroll sideways')

    await table.getByRole('link', { name: `Remove: ${first.title}` }).click()
    await page.waitForURL((url) => !url.search.includes(first.handle))
    await page.goto('/en/compare')
    await page.waitForURL(/pieces=/)
    t.equal(await page.getByRole('columnheader').count(), 4, 'the device remembers the others')

    await page.goto('/en/shop/rings')
    await page.getByRole('link', { name: 'Compare 3 pieces' }).waitFor()
    await page.getByRole('button', { name: 'Clear the comparison' }).click()
    await page.getByRole('link', { name: 'Compare 3 pieces' }).waitFor({ state: 'hidden' })
    t.equal(await page.evaluate(() => localStorage.getItem('compared')), null)
  },
)

journey(
  t,
  'a discontinued product leaves the comparison, and a failed request removes none',
  shop.url,
  { expected: [/ERR_FAILED/] },
  async (page, t) => {
    const handles = [first, second, third].map(({ handle }) => handle)
    await page.goto(`/en/shop/product/${fourth.handle}`)
    await keep(page, 'compared', ['sold-long-ago', ...handles])
    await reload(page)
    await compare(page, fourth).click()
    const side = page.getByRole('link', { name: 'Compare 4 pieces' })
    await side.waitFor()
    await page.route('**/compare?*_data', (route) => route.abort())
    await side.click()
    await seeHeading(page, 'This page did not load')
    t.equal(await page.getByText('no longer available').count(), 0, 'the products are not mentioned')
    await page.unroute('**/compare?*_data')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByText('1 piece is no longer available.').waitFor()
    t.equal(await page.getByRole('columnheader').count(), 4)

    await goTo(page, `/en/shop/product/${fourth.handle}`)
    await compare(page, fourth).click()
    await compare(page, fourth).and(page.locator('[aria-pressed=true]')).waitFor()
    await side.waitFor()

    await page.goto('/en/compare?pieces=sold-long-ago')
    await page.getByRole('link', { name: 'Your comparison' }).click()
    await page.getByRole('table').waitFor()
    t.equal(await page.getByRole('columnheader').count(), 5, 'a link to a discontinued product hides none of them')
  },
)

journey(t, 'the link of a comparison opens in any browser', shop.url, WITHOUT_SCRIPTS, async (page, t) => {
  const handles = ['oval-three-stone-ring', 'plain-wedding-band', 'emerald-solitaire-ring', 'sold-long-ago']
  const others = cards.filter(({ handle }) => !handles.includes(handle))
  const [other, another] = others as [Card, Card]
  const beyond = page.getByText('Here are the first four')
  await page.goto(`/en/compare?pieces=${[...handles, other.handle].join()}`)
  t.ok(await page.getByText('1 piece is no longer available.').isVisible())
  t.equal(await page.getByRole('columnheader').count(), 5, 'the next product replaces the discontinued one')
  t.ok(await page.getByRole('columnheader', { name: other.title }).isVisible())
  t.equal(await beyond.count(), 0)
  await page.goto(`/en/compare?pieces=${[...handles, other.handle, another.handle].join()}`)
  t.ok(await beyond.isVisible())
  t.equal(await page.getByRole('columnheader').count(), 5)
  const stones = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Stones' }) })
  const [ring, band, emerald] = await stones.getByRole('cell').allInnerTexts()
  t.match(ring, /Oval cut\s+8\s×\s6\smm, 1 stone\s+Round cut\s+4\smm, 2 stones/)
  t.match(band, 'No stones')
  t.match(emerald, /^Emerald cut\s/, 'a moissanite is taken for no other gem')
  await page.goto('/en/compare')
  t.ok(await page.getByText('Nothing to compare yet').isVisible())
})

journey(
  t,
  'a product shows its stones to scale on a hand, beside a coin',
  shop.url,
  WITHOUT_SCRIPTS,
  async (page, t) => {
    await page.goto('/ru/shop/product/round-solitaire-ring')
    const drawing = page.getByRole('img', { name: /^Рядом с монетой 1 ₽/ })
    t.match(await drawing.getAttribute('aria-label'), /\(20,5\sмм\): Круглая огранка, 6,5\sмм/)
    t.ok(await page.getByText('не в натуральную величину').isVisible(), 'a note says that it is not life-size')
    t.ok(await page.getByRole('heading', { name: 'На руке, в масштабе' }).isVisible())
    t.ok(await drawing.locator('path.fill-skin').isVisible(), 'the hand is drawn')
    t.equal(await page.getByRole('radio', { name: 'Смуглый' }).count(), 0, 'nothing is offered that needs scripts')
    await page.goto('/en/shop/product/round-halo-ring')
    const halo = page.getByRole('img', { name: /coin/ }).locator('path[stroke-dasharray="0 1"]')
    t.ok(await halo.first().isVisible(), 'small stones are a halo, although they are counted')
    await page.goto('/en/shop/product/plain-wedding-band')
    t.equal(await page.getByRole('img', { name: /coin/ }).count(), 0, 'a product without stones has no drawing')
  },
)

function heart(page: Page, { title }: Card) {
  return page.getByRole('button', { name: `Wish list: ${title}`, exact: true })
}

function compare(page: Page, { title }: Card) {
  return page.getByRole('button', { name: `Compare: ${title}`, exact: true })
}

async function titles(page: Page): Promise<string[]> {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await headings.first().waitFor()
  return headings.allInnerTexts()
}

/** The end of a product page loads when it is scrolled into view. */
async function toFooter(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('footer')?.scrollIntoView())
}

async function keep(page: Page, list: string, handles: string[]): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [list, handles.join()])
}
