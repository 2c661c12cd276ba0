import type { Page } from 'playwright'
import sharp from 'sharp'
import t from 'tap'

import { goTo, journey, reload, visit } from '#test/support/browser.ts'
import { visitShop } from '#test/support/test-shop.ts'

const shop = await visitShop(t)

type Theme = 'light' | 'dark'

const PAPER: Record<Theme, string> = { light: '#fbf8f3', dark: '#141210' }

const SCENES: { stored: Theme | undefined; system: Theme; seen: Theme }[] = [
  { stored: 'dark', system: 'light', seen: 'dark' },
  { stored: 'light', system: 'dark', seen: 'light' },
  { stored: undefined, system: 'dark', seen: 'dark' },
]

for (const { stored, system, seen } of SCENES) {
  const title = `a shopper who chose ${stored ?? 'nothing'} on a ${system} device never sees another light`
  journey(t, `${title}, from the first painted frame on`, shop.url, { colorScheme: system }, async (page, t) => {
    await goTo(page, '/en/shop')
    if (stored) await page.evaluate((mode) => localStorage.setItem('color-mode', mode), stored)
    await page.reload()
    // The page is painted long before its scripts have loaded.
    await page.route('**/assets/index-*.js', async (route) => {
      await new Promise((resolve) => void setTimeout(resolve, 400))
      await route.continue()
    })
    const film = await startFilm(page)
    await goTo(page, '/en/cart')
    await reload(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'The shop', exact: true }).click()
    await page.waitForURL('**/en/shop')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const frames = await film.end()
    t.ok(frames.length >= 3, `${frames.length} frames were painted`)
    t.same(
      frames.filter((color) => !isNear(color, PAPER[seen])),
      [],
      `all on ${seen} paper`,
    )
    t.equal(await barColor(page), PAPER[seen])
  })
}

journey(
  t,
  'a shopper chooses the color mode by keyboard; it applies at once, in other tabs, and on the next visit',
  shop.url,
  { colorScheme: 'light' },
  async (page, t) => {
    const other = await page.context().newPage()
    await goTo(other, '/en/shop')
    await goTo(page, '/en/shop')
    const group = await switchOf(page)
    await group.getByRole('radio', { name: 'System' }).focus()
    t.ok(await group.getByRole('radio', { name: 'System' }).isChecked())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    t.ok(await group.getByRole('radio', { name: 'Dark' }).isChecked())
    t.equal(await paper(page), PAPER.dark)
    t.equal(await barColor(page), PAPER.dark)
    await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    t.ok(await (await switchOf(other)).getByRole('radio', { name: 'Dark' }).isChecked(), 'the other tab follows')

    await reload(page)
    t.equal(await paper(page), PAPER.dark)
    t.ok(await (await switchOf(page)).getByRole('radio', { name: 'Dark' }).isChecked(), 'remembered')
  },
)

journey(
  t,
  'with System the page follows the device, and with Light it does not',
  shop.url,
  { colorScheme: 'light' },
  async (page, t) => {
    await goTo(page, '/en/shop')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    t.equal(await paper(page), PAPER.dark)
    await (await switchOf(page)).getByRole('radio', { name: 'Light' }).check({ force: true })
    t.equal(await paper(page), PAPER.light)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    t.equal(await paper(page), PAPER.light)
  },
)

t.test('without JavaScript the page follows the device, and there is no switch', async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit(t, shop.url, { colorScheme, javaScriptEnabled: false }, async (page) => {
      await page.goto('/en/shop')
      t.equal(await paper(page), PAPER[colorScheme])
      t.equal(await page.getByRole('radiogroup', { name: 'Colour mode' }).count(), 0)
    })
  }
})

t.test(
  'a page with a fixed color mode has it after every navigation, and the shopper gets theirs back afterwards',
  async (t) => {
    const dark = '/en/guides/stones-by-candlelight'
    await visit(t, shop.url, { colorScheme: 'light' }, async (page) => {
      await goTo(page, '/en/cart')
      await (await switchOf(page)).getByRole('radio', { name: 'Light' }).check({ force: true })
      await goTo(page, dark)
      t.equal(await paper(page), PAPER.dark)
      const group = await switchOf(page)
      await group.getByText('This page has a fixed colour mode.').waitFor()
      t.ok(await group.getByRole('radio', { name: 'Light' }).isDisabled())
      t.ok(await group.getByRole('radio', { name: 'Light' }).isChecked(), 'the choice is still the shopper’s')

      const film = await startFilm(page)
      await reload(page)
      const frames = await film.end()
      t.same(
        frames.filter((color) => !isNear(color, PAPER.dark)),
        [],
        `${frames.length} frames of a reload, all dark`,
      )

      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click()
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light')
      t.equal(await paper(page), PAPER.light)
      t.equal(await page.evaluate(() => localStorage.getItem('color-mode')), 'light')
      await page.goBack()
      await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    })
    await visit(t, shop.url, { colorScheme: 'light', javaScriptEnabled: false }, async (page) => {
      await page.goto(dark)
      t.equal(await paper(page), PAPER.dark, 'also without JavaScript')
    })
  },
)

/** Records the background color beside the shop's name in every painted frame, without blank ones. */
async function startFilm(page: Page) {
  const session = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return {
    async end() {
      await session.send('Page.stopScreencast')
      const colors = await Promise.all(frames.map(paperOf))
      return colors.filter((color) => color !== undefined)
    },
  }
}

async function paperOf(frame: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (data.every((byte) => byte === 255)) return undefined
  // Below the upper edge, where the progress of a navigation is shown.
  const at = (30 * info.width + 3) * info.channels
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

function isNear(color: string, wanted: string): boolean {
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const target = parts(wanted)
  return parts(color).every((part, index) => Math.abs(part - (target[index] ?? 0)) <= 2)
}

async function switchOf(page: Page) {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const group = page.getByRole('radiogroup', { name: 'Colour mode' })
  await group.waitFor()
  return group
}

async function paper(page: Page): Promise<string> {
  const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return `#${[...color.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

async function barColor(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector('meta[name="theme-color"]')?.getAttribute('content') ?? null)
}
