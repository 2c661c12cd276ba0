import type { Page } from 'playwright'

import { hydrated } from '#test/support/browser.ts'
import type { Choice } from '#test/support/categories.ts'
import type { Random } from '#test/support/random.ts'
import { cartDrawer, choose } from '#test/support/shopper.ts'

import { closeDrawer, hide, openDrawer, readDrawer, restore } from './window.ts'

interface Shopping {
  page: Page
  random: Random
  choices: readonly Choice[]
  /** Records the quantity that the shopper's click requested. @param or a second quantity that is also correct */
  want(title: string, quantity: number, or?: number): void
  wanted(title: string): { quantity: number; or: number | undefined } | undefined
  share(title: string): void
  leave(): void
}

type Click = (shopping: Shopping) => Promise<void>

const SOON = { timeout: 10_000 }

async function add({ page, random, choices, want, wanted, leave }: Shopping): Promise<void> {
  const choice = random.pick(choices)
  const { handle, title } = choice.product
  await closeDrawer(page)
  if (!page.url().endsWith(`/${handle}`)) {
    leave()
    await page.goto(`/en/shop/product/${handle}`)
    await hydrated(page)
  }
  await choose(page, choice)
  const before = wanted(title)
  const or = (before?.or ?? before?.quantity ?? 0) + 1
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click(SOON)
  want(title, 1, or)
  const more = cartDrawer(page).getByRole('button', { name: `Increase quantity of ${title}` })
  const isSeen = await more.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  )
  // A product that could not be added may be gone again. A page that has not read its cart shows this product only, and
  // its quantity is added to the cart's.
  const { [title]: seen } = (await readDrawer(page)).products
  if (isSeen && seen !== undefined) want(title, seen, or)
}

function onLine(button: string, change: (seen: number) => number, times = 1): Click {
  return async (shopping) => {
    const { page, random, want, wanted } = shopping
    const titles = Object.keys((await readDrawer(page)).products)
    if (titles.length === 0) return add(shopping)
    const title = random.pick(titles)
    for (let click = 0; click < times; click += 1) {
      const target = cartDrawer(page).getByRole('button', { name: `${button} ${title}`, exact: true })
      // The line may disappear just before, after a failed change or a change in another tab.
      if (!(await target.isVisible())) return
      const isClicked = await target.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
      const line = await page.evaluate(() => window.clickedLine)
      if (!isClicked || !line) continue
      const before = wanted(line.title)
      // Until the page has read its cart, the change is added to an unknown quantity.
      const or = before?.quantity === line.quantity ? before.or : undefined
      want(line.title, inBounds(change(line.quantity)), or === undefined ? undefined : inBounds(change(or)))
    }
  }
}

function inBounds(quantity: number): number {
  return Math.min(99, Math.max(0, quantity))
}

const more = onLine('Increase quantity of', (seen) => seen + 1)
const burst = onLine('Increase quantity of', (seen) => seen + 1, 3)
const fewer = onLine('Decrease quantity of', (seen) => seen - 1)
const remove = onLine('Remove', () => 0)

async function undo(shopping: Shopping): Promise<void> {
  const { page, want, wanted } = shopping
  const drawer = await openDrawer(page)
  const button = drawer.getByRole('button', { name: 'Undo', exact: true })
  if (!(await button.isVisible())) await remove(shopping)
  if (!(await button.isVisible())) return
  const { products: before } = await readDrawer(page)
  const isClicked = await button.click({ timeout: 2000 }).then(
    () => true,
    () => false,
  )
  if (!isClicked) return
  // A removed product that was shown before the click is not restored by it: its removal is on its way to the backend.
  for (const [title, quantity] of Object.entries((await readDrawer(page)).products))
    if (wanted(title)?.quantity === 0 && !(title in before)) want(title, quantity)
}

async function otherTab(shopping: Shopping): Promise<void> {
  const page = await shopping.page.context().newPage()
  await page.goto('/en/journal')
  await hydrated(page)
  const want = (title: string, quantity: number) => {
    shopping.share(title)
    shopping.want(title, quantity)
  }
  await shopping.random.pick([more, fewer, remove])({ ...shopping, page, want })
  shopping.leave()
  await page.close({ runBeforeUnload: false })
}

async function lookAway({ page, random }: Shopping): Promise<void> {
  await hide(page)
  await page.waitForTimeout(random.below(600))
  await restore(page)
}

async function reload({ page, leave }: Shopping): Promise<void> {
  leave()
  await page.reload()
  await hydrated(page)
}

const CLICKS: Record<string, { often: number; click: Click }> = {
  add: { often: 4, click: add },
  more: { often: 5, click: more },
  burst: { often: 2, click: burst },
  fewer: { often: 3, click: fewer },
  remove: { often: 3, click: remove },
  undo: { often: 3, click: undo },
  'other tab': { often: 1, click: otherTab },
  'look away': { often: 2, click: lookAway },
  reload: { often: 1, click: reload },
}
const NAMES = Object.entries(CLICKS).flatMap(([name, { often }]) => Array.from({ length: often }, () => name))

/** @returns the names of a shopper's clicks in order. The first one adds a product. */
export function chooseClicks(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? 'add' : random.pick(NAMES)))
}

export async function doClick(name: string, shopping: Shopping): Promise<void> {
  await CLICKS[name]?.click(shopping)
}
