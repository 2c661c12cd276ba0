import { createAsk, interval } from '#test/prove/soak/traffic.ts'
import { createHttpShopper, type HttpAnswer, type HttpShopper } from '#test/support/http-shopper.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { signInByLink } from '#test/support/sign-in.ts'
import { until } from '#test/support/until.ts'

const PAGES_PER_SECOND = 10
const LINES_PER_SECOND = 0.4
const ORDERS_PER_SECOND = 0.05
const LINES_OF_A_CART = 6
/** The stock that a variant needs to be bought during the whole run. */
const STOCK = 3
const REPETITIONS = 60

interface Cart {
  id: string
  shopper: HttpShopper
  /** Variants that the shop has accepted. */
  variants: string[]
}

/** What the shop confirmed to have written. */
interface Written {
  what: string
  /** Rejects if the shop no longer has it. */
  check: () => Promise<void>
}

export interface Shoppers {
  /** Names the phase of the failures from now on. */
  enter: (phase: string) => void
  /** Writes a cart, an order, a subscription, and a session if the shop has accounts. @throws if one is refused */
  write: () => Promise<void>
  /** Adds something to what `check` looks for. */
  keep: (written: Written) => void
  /** Looks for everything that was written so far, and prints what is lost. */
  check: () => Promise<void>
  /** Waits until that many further pages were requested. */
  browse: (pages: number) => Promise<void>
  stop: () => Promise<void>
  counts: {
    /** Pages and calls. */
    requests: number
    failed: number
    lost: number
    /** Cart changes and orders that the shop refused with a message. */
    refused: number
    orders: number
    /** Milliseconds. */
    slowestPage: number
    slowestCall: number
  }
}

/** Starts a light load: pages in two languages, carts and orders. @param url origin of the shop */
export async function inviteShoppers(
  url: string,
  { mail, hasAccounts }: { mail: MailServer; hasAccounts: boolean },
): Promise<Shoppers> {
  const counts = { requests: 0, failed: 0, lost: 0, refused: 0, orders: 0, slowestPage: 0, slowestCall: 0 }
  const written: Written[] = []
  const end = new AbortController()
  const { ask, close } = createAsk(20)
  let phase = ''
  /** Of the current phase. */
  let slowest = { page: 0, call: 0 }
  let pages = 0
  let people = 0
  let carts = 0

  const { handles, variants } = await readProducts(url)
  const paths = ['en', 'ru'].flatMap((lang) =>
    ['', '/shop', '/shop/rings', '/shop/viewAll', '/search?q=ring', '/cart', '/wishlist', '/blogs', '/contact']
      .concat(handles.map((handle) => `/shop/product/${handle}`))
      .map((path) => `/${lang}${path}`),
  )

  function fail(address: string, status: number, problem?: string): void {
    counts.failed += 1
    console.log(JSON.stringify({ failed: address, status, phase, problem }))
  }

  /** Each shopper has a network address, because forms are limited for each. */
  function createShopper(): HttpShopper {
    people += 1
    return createHttpShopper({ 'x-forwarded-for': `203.0.113.${people % 256}` })
  }

  async function openPage(path: string): Promise<boolean> {
    const began = performance.now()
    const { status, body, problem } = await ask(url + path)
    counts.requests += 1
    slowest.page = Math.max(slowest.page, Math.round(performance.now() - began))
    const isWhole = status === 200 && body.trimEnd().endsWith('</html>')
    if (!isWhole) fail(path, status, problem ?? (status === 200 ? 'the page is cut off' : undefined))
    return isWhole
  }

  /** Calls the shop. A refusal with a message (503) is no failure. */
  async function call(shopper: HttpShopper, method: 'GET' | 'POST', path: string, body?: object): Promise<HttpAnswer> {
    const began = performance.now()
    const answer = await shopper.call(url, method, path, body)
    counts.requests += 1
    slowest.call = Math.max(slowest.call, Math.round(performance.now() - began))
    const { message } = (answer.body ?? {}) as { message?: string }
    if (answer.status === 503 && message) counts.refused += 1
    else if (answer.status !== 200 && answer.status !== 202) fail(`${method} ${path}`, answer.status, message)
    return answer
  }

  let cart: Cart | undefined
  async function addLine(): Promise<boolean> {
    if (!cart || cart.variants.length >= LINES_OF_A_CART) cart = await openCart()
    if (!cart) return false
    const { id, shopper, variants: accepted } = cart
    const variant = variants.find((one) => !accepted.includes(one) && !tried.has(one))
    if (!variant) throw new Error('The shop has too few products in stock.')
    tried.add(variant)
    const { status } = await call(shopper, 'POST', `/api/carts/${id}/line-items`, { variant_id: variant, quantity: 1 })
    if (status === 200) accepted.push(variant)
    return status === 200
  }

  /** Variants of the current cart. A refused one is not tried again, because its write may have succeeded. */
  const tried = new Set<string>()

  async function openCart(): Promise<Cart | undefined> {
    const shopper = createShopper()
    const { status, body } = await call(shopper, 'POST', '/api/carts', {})
    if (status !== 200) return undefined
    tried.clear()
    carts += 1
    const opened: Cart = { id: (body as { cart: { id: string } }).cart.id, shopper, variants: [] }
    written.push({
      what: `cart ${carts}`,
      async check() {
        const answer = await shopper.call(url, 'GET', `/api/carts/${opened.id}`)
        const { items } = (answer.body as { cart?: { items: { variant_id: string; quantity: number }[] } }).cart ?? {}
        const lost = opened.variants.filter(
          (variant) => items?.find(({ variant_id: id }) => id === variant)?.quantity !== 1,
        )
        if (!items || lost.length > 0) throw new Error(`${answer.status}, without ${lost.length} lines`)
      },
    })
    return opened
  }

  async function placeOrder(): Promise<boolean> {
    const shopper = createShopper()
    const email = `order-${people}@shopper.test`
    const variantId = variants[people % variants.length] ?? ''
    const ready = await readyCart((...args) => call(shopper, ...args), { variantId, email }).catch(() => undefined)
    if (!ready) return false
    for (let nth = 0; nth < REPETITIONS; nth += 1) {
      const { status, body } = await call(shopper, 'POST', `/api/carts/${ready.id}/complete`, {})
      if (status === 503) continue
      if (status !== 200) return false
      counts.orders += 1
      const { id } = (body as { order: { id: string } }).order
      written.push({ what: `order of ${email}`, check: () => checkOrder(id, email) })
      return true
    }
    return false
  }

  async function checkOrder(id: string, email: string): Promise<void> {
    const link = await linkIn(email, /\S+\/order\/open\?token=\S+/)
    if (!(await openPage(link.pathname + link.search))) throw new Error('the page of the link')
    const token = link.searchParams.get('token')
    const { status, body } = await createShopper().call(url, 'POST', '/api/orders/open', { token })
    if ((body as { order?: { id: string } }).order?.id !== id) throw new Error(`the link in the email: ${status}`)
    const emails = mail.emails(email).length
    if (emails !== 1) throw new Error(`${emails} emails`)
  }

  async function subscribe(): Promise<boolean> {
    const shopper = createShopper()
    const email = `reader-${people}@shopper.test`
    const { status } = await call(shopper, 'POST', '/api/email-subscribe', { email, lang: 'en', site_type: 'jewelry' })
    written.push({
      what: `subscription of ${email}`,
      async check() {
        // Confirmed by the link of the first email, also repeatedly; then the second email arrives.
        const confirm = await linkIn(email, /\S+\/newsletter\/confirm\?token=\S+/)
        const token = confirm.searchParams.get('token')
        const answer = await createShopper().call(url, 'POST', '/api/email-subscribe/confirm', { token })
        if (answer.status !== 200) throw new Error(`the link to confirm: ${answer.status}`)
        const preferences = await linkIn(email, /\S+\/newsletter\/preferences\?token=\S+/)
        const page = await ask(preferences.href)
        if (!/r…@shopper\.test/.test(page.body)) throw new Error(`the link to preferences: ${page.status}`)
      },
    })
    return status === 202
  }

  async function signIn(): Promise<void> {
    people += 1
    const email = `customer-${people}@shopper.test`
    const { shopper } = await signInByLink({ origin: url, mailServer: mail }, email, createShopper())
    written.push({
      what: `session of ${email}`,
      async check() {
        const { status, body } = await shopper.call(url, 'GET', '/api/account/me')
        if ((body as { customer?: { email: string } }).customer?.email !== email) throw new Error(String(status))
      },
    })
  }

  async function linkIn(email: string, pattern: RegExp): Promise<URL> {
    const found = await mail.waitFor(email, ({ text = '' }) => pattern.test(text), 60_000)
    return new URL(pattern.exec(found.text ?? '')?.[0] ?? '')
  }

  function endPhase(): void {
    counts.slowestPage = Math.max(counts.slowestPage, slowest.page)
    counts.slowestCall = Math.max(counts.slowestCall, slowest.call)
    if (phase) console.error(`# ${phase}: slowest page ${slowest.page} ms, slowest call ${slowest.call} ms`)
    slowest = { page: 0, call: 0 }
  }

  const load = [
    interval(() => openPage(paths[(pages += 1) % paths.length] ?? '/en'), {
      perSecond: PAGES_PER_SECOND,
      atOnce: 50,
      signal: end.signal,
    }),
    interval(addLine, { perSecond: LINES_PER_SECOND, atOnce: 1, signal: end.signal }),
    interval(placeOrder, { perSecond: ORDERS_PER_SECOND, atOnce: 1, signal: end.signal }),
  ]
  // A rejection is reported by `stop`.
  for (const one of load) one.catch(() => {})

  return {
    counts,
    enter(next) {
      endPhase()
      phase = next
    },
    async write() {
      if (!(await addLine())) throw new Error('The shop took no line.')
      if (!(await placeOrder())) throw new Error('The shop took no order.')
      if (!(await subscribe())) throw new Error('The shop took no subscription.')
      if (hasAccounts) await signIn()
    },
    keep: (one) => void written.push(one),
    async check() {
      for (const { what, check } of written) {
        await check().catch((error: unknown) => {
          counts.lost += 1
          console.log(JSON.stringify({ lost: what, phase, problem: String(error) }))
        })
      }
    },
    async browse(more) {
      const before = pages
      await until(() => pages >= before + more, 60_000)
    },
    async stop() {
      if (end.signal.aborted) return
      end.abort()
      await Promise.all(load)
      close()
      endPhase()
    },
  }
}

/** @returns the products, and variants of which several are in stock */
async function readProducts(url: string): Promise<{ handles: string[]; variants: string[] }> {
  const read = async <Answer>(path: string) => (await (await fetch(`${url}/api/products/${path}`)).json()) as Answer
  const { products } = await read<{ products: { handle: string }[] }>('all?view=card&limit=200')
  const handles = products.map(({ handle }) => handle)
  const variants: string[] = []
  for (const handle of handles) {
    const { product } = await read<{ product: { variants: { id: string; inventory_quantity: number }[] } }>(
      `handle/${handle}`,
    )
    variants.push(...product.variants.filter((one) => one.inventory_quantity > STOCK).map(({ id }) => id))
  }
  return { handles, variants }
}
