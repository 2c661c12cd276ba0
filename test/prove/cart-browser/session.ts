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
import { hide, watchMessages, readDrawer, restore, type Seen } from './window.ts'

/** Longer than the cart's longest debounce delay. */
const REST_MS = 800
const PAUSES = [0, 0, 50, 250, 700]

interface SessionOptions {
  browser: Browser
  commerce: Backend
  url: string
  choices: readonly Choice[]
  seed: number
  clicks: number
  faults: readonly Fault[]
}

export interface SessionResult {
  seed: number
  clicks: string[]
  broken: string[]
  trace: string[]
  calls: number
  faults: number
  notified: number
}

interface PendingChange {
  quantity: number
  /** A second correct quantity, if the page had not read its cart yet. */
  or: number | undefined
  at: number
  /** True if it is added to an earlier change that may have failed without a message. */
  isUncertain: boolean
  /** Time at which the shopper first left a page after the change. */
  leftAt?: number
}

export async function runSession(options: SessionOptions): Promise<SessionResult> {
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
  const received: { text: string; at: number }[] = []
  const shared = new Set<string>()
  const broken: string[] = []
  context.on('weberror', (error) => broken.push(`the page threw: ${error.error().message}`))
  await seePopupsBefore(context)
  await watchMessages(context, (text) => {
    note(`message: ${text}`)
    received.push({ text, at: performance.now() })
  })
  const resultSoFar = () => ({ seed, clicks, broken, trace, calls: line.calls(), faults: line.failures.length })
  /** Whether a change may have failed without a message, because the shopper had left the page that sent it. */
  function mayHaveFailedSilently(title: string, { leftAt, at, isUncertain }: PendingChange): boolean {
    const own = choices.find(({ product }) => product.title === title)?.variant.id
    const isInThatTime = (failure: { at: number }) =>
      failure.at >= at - 1500 && failure.at <= (leftAt ?? -Infinity) + 3000
    return isUncertain || line.failures.some((failure) => (failure.variantId ?? own) === own && isInThatTime(failure))
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
          const isUncertain = or !== undefined && before !== undefined && mayHaveFailedSilently(title, before)
          pendingChanges.set(title, { quantity, or, at: performance.now(), isUncertain })
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
    const unexplained = unmet.filter(
      ([title, pendingChange]) => !received.some(({ text, at }) => at >= pendingChange.at && text.includes(title)),
    )
    for (const [title, pendingChange] of unexplained)
      if (!mayHaveFailedSilently(title, pendingChange))
        broken.push(
          `${title}: ${products[title] ?? 0} are shown, ${pendingChange.quantity} were wanted, nothing was said`,
        )
    return { ...resultSoFar(), notified: unmet.length - unexplained.length }
  } catch (error) {
    broken.push(String(error))
    return { ...resultSoFar(), notified: 0 }
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

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
