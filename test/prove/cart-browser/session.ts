import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, Page } from 'playwright'

import { formatMoney } from '#shared/money/format-money.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import { hydrated } from '#test/support/browser.ts'
import type { Choice } from '#test/support/categories.ts'
import type { Backend } from '#test/support/commerce.ts'
import { createRandom } from '#test/support/random.ts'
import { seePopupsBefore } from '#test/support/seen-popups.ts'
import { until } from '#test/support/until.ts'

import { openBadLine, type BadLine, type Fault } from './bad-line.ts'
import { chooseClicks, doClick } from './clicks.ts'
import { hide, listenAlong, readDrawer, restore, type Seen } from './window.ts'

/** Longer than the longest wait of the cart, after which what was clicked is sent. */
const REST_MS = 800
const PAUSES = [0, 0, 50, 250, 700]

interface SessionOptions {
  browser: Browser
  commerce: Backend
  /** The shop's own address. */
  url: string
  choices: readonly Choice[]
  seed: number
  clicks: number
  faults: readonly Fault[]
}

export interface SessionResult {
  seed: number
  /** What the shopper did, in order. */
  clicks: string[]
  /** What was promised and not kept, a sentence each. */
  broken: string[]
  /** What happened, and after how many ms. */
  trace: string[]
  /** Calls of their cart, and the writes among them that went wrong on the line. */
  calls: number
  faults: number
  /** Products that are not as they were wanted, and of which the shopper was told. */
  notified: number
}

interface PendingChange {
  quantity: number
  /** How many it is as well, where the page did not know its cart yet. */
  or: number | undefined
  at: number
  /** True where it counts on top of a wish that may have failed untold: no one knows how many there were. */
  isOpen: boolean
  /** When the shopper first left a page since. */
  leftAt?: number
}

/** One shopper with a browser of their own on a bad line, until all has come to rest. */
export async function walkSession(options: SessionOptions): Promise<SessionResult> {
  const { browser, url, choices, seed } = options
  const random = createRandom(seed)
  const clicks = chooseClicks(random, options.clicks)
  const ends: (() => unknown)[] = []
  const visitor = `10.${[16, 8, 0].map((shift) => (seed >>> shift) & 255).join('.')}`
  const trace: string[] = []
  const begun = performance.now()
  const note = (what: string) => void trace.push(`${Math.round(performance.now() - begun)} ${what}`)
  const lineOptions = { target: url, random: createRandom(seed + 1), faults: options.faults, visitor, note }
  const line = await openBadLine({ teardown: (end) => ends.push(end) }, lineOptions)
  const context = await browser.newContext({ baseURL: line.url, locale: 'en-US' })
  ends.push(() => context.close())
  context.setDefaultTimeout(30_000)
  const pendingChanges = new Map<string, PendingChange>()
  const received: { words: string; at: number }[] = []
  const shared = new Set<string>()
  const broken: string[] = []
  context.on('weberror', (error) => broken.push(`the page threw: ${error.error().message}`))
  await seePopupsBefore(context)
  await listenAlong(context, (text) => {
    note(`heard: ${text}`)
    received.push({ words: text, at: performance.now() })
  })
  const resultSoFar = () => ({ seed, clicks, broken, trace, calls: line.calls(), faults: line.failures.length })
  /** Anyone who has left is told nothing: not of words that failed before they were wanted again, nor soon after. */
  function mayBePending(title: string, { leftAt, at, isOpen }: PendingChange): boolean {
    const own = choices.find(({ product }) => product.title === title)?.variant.id
    const isOfThen = (failure: { at: number }) => failure.at >= at - 1500 && failure.at <= (leftAt ?? -Infinity) + 3000
    return isOpen || line.failures.some((one) => (one.variantId ?? own) === own && isOfThen(one))
  }
  try {
    const page = await context.newPage()
    await page.goto('/en')
    await hydrated(page)
    for (const name of clicks) {
      note(`clicks ${name}`)
      await doClick(name, {
        page,
        random,
        choices,
        want(title, quantity, or) {
          note(`wants ${quantity}${or === undefined ? '' : ` or ${or}`} ${title}`)
          const before = pendingChanges.get(title)
          const isOpen = or !== undefined && before !== undefined && mayBePending(title, before)
          pendingChanges.set(title, { quantity, or, at: performance.now(), isOpen })
        },
        wanted: (title) => pendingChanges.get(title),
        share: (title) => void shared.add(title),
        leave() {
          note('leaves')
          for (const pendingChange of pendingChanges.values()) pendingChange.leftAt ??= performance.now()
        },
      })
      await pause(random.pick(PAUSES))
    }
    await comeToRest(page, line)
    broken.push(...(await compare(page, options.commerce)))
    const { products } = await readDrawer(page)
    const isUnmet = ([title, { quantity, or }]: [string, PendingChange]) =>
      ![quantity, or].includes(products[title] ?? 0) && !shared.has(title)
    const unmet = [...pendingChanges].filter(isUnmet)
    const pending = unmet.filter(
      ([title, pendingChange]) =>
        !received.some(({ words: text, at }) => at >= pendingChange.at && text.includes(title)),
    )
    for (const [title, pendingChange] of pending)
      if (!mayBePending(title, pendingChange))
        broken.push(
          `${title}: ${products[title] ?? 0} are shown, ${pendingChange.quantity} were wanted, nothing was said`,
        )
    return { ...resultSoFar(), notified: unmet.length - pending.length }
  } catch (error) {
    broken.push(String(error))
    return { ...resultSoFar(), notified: 0 }
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

/** The line is good again, and the shopper looks at the page once more. */
async function comeToRest(page: Page, line: BadLine): Promise<void> {
  const isQuiet = () => performance.now() - (line.quietSince() ?? Infinity) > REST_MS
  line.calm()
  await until(isQuiet, 60_000)
  await hide(page)
  await restore(page)
  await until(isQuiet, 30_000)
  await readDrawer(page)
  await until(isQuiet, 30_000)
}

interface BackendCart {
  currency_code: string
  item_total: number
  items: { product_title: string; variant_id: string; quantity: number }[]
}

/** @returns in what the drawer is not Medusa's cart */
async function compare(page: Page, { store }: Backend): Promise<string[]> {
  const id = await page.evaluate(() => localStorage.getItem('cart_id'))
  const seen = await readDrawer(page)
  if (!id) return Object.keys(seen.products).length > 0 ? ['pieces are shown, and there is no cart'] : []
  const { cart } = await store<{ cart: BackendCart }>(`/store/carts/${id}?fields=currency_code,item_total,*items`)
  const held: Seen['products'] = {}
  for (const { product_title: title, quantity } of cart.items) held[title in held ? `${title} again` : title] = quantity
  const broken = [...new Set([...Object.keys(held), ...Object.keys(seen.products)])]
    .filter((title) => held[title] !== seen.products[title])
    .map((title) => `${title}: Medusa has ${held[title] ?? 0}, ${seen.products[title] ?? 0} are shown`)
  const total = formatMoney(toHundredths(cart.item_total, 'major'), cart.currency_code.toUpperCase(), 'en')
  if (cart.items.length > 0 && seen.total !== total) broken.push(`Medusa asks for ${total}, ${seen.total} is shown`)
  return broken
}
