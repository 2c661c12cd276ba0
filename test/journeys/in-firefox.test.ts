import t from 'tap'

import { launchFirefox } from '#test/engines/firefox.ts'
import { visitIn, WALKS } from '#test/engines/walks.ts'
import { findFirefox } from '#test/runner/find-firefox.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

if (findFirefox() === undefined) {
  t.pass('these walks did not run', { skip: 'there is no Firefox here: install firefox-esr' })
  process.exit()
}

const post = await openMailServer(t)
const shop = await startOwnShop(t, { env: { SMTP_URL: post.url, MAIL_FROM: 'Lumenite <letters@shop.example>' } })
const firefox = await launchFirefox()
t.teardown(() => firefox.close())

for (const [title, walk] of Object.entries(WALKS)) {
  t.test(`a shopper in Firefox ${title}`, async (t) => {
    const complaints = await visitIn(firefox, shop.url, (shopper) => walk(shopper, shop.url))
    t.same(complaints, [], 'the browser has nothing to complain about')
  })
}

t.test('a customer in Firefox opens an account by link, keeps the cart, and leaves nothing behind', async (t) => {
  const email = 'firefox@shopper.example'
  const complaints = await visitIn(firefox, shop.url, async (shopper) => {
    await shopper.open('/en/shop/product/round-eternity-ring?size=6')
    await shopper.click({ role: 'button', name: 'Add to cart' })
    await shopper.see({ role: 'list', name: 'Cart items' })
    await shopper.open('/en/account')
    await shopper.arriveAt('/en/account/sign-in')
    await shopper.hydrated()
    await shopper.typeInto({ label: 'Email' }, email)
    await shopper.click({ role: 'button', name: 'Email me a link' })
    await shopper.see({ role: 'alert', text: 'Please check your inbox' })

    const token = await nextToken(post, email)
    await shopper.open(`/en/account/link?token=${token}`)
    await shopper.click({ role: 'button', name: 'Sign in' })
    await shopper.arriveAt('/en/account')
    await shopper.click({ role: 'link', name: 'Details and sign-in' })
    await shopper.arriveAt('/en/account/details')
    await shopper.hydrated()
    await shopper.typeInto({ label: 'First name' }, 'Grace')
    await shopper.click({ role: 'button', name: 'Save' })
    await shopper.see({ role: 'alert', text: 'Your details are saved.' })

    await shopper.open('/en/cart')
    await shopper.see({ role: 'link', name: /Round eternity band/ })
    await shopper.open('/en/account')
    const former = await shopper.page.evaluate(() => localStorage.getItem('cart_id'), null)
    t.match(former, /^cart_/)
    await shopper.click({ role: 'button', name: 'Sign out' })
    await shopper.see({ role: 'alert', text: 'You’ve signed out.' })
    await shopper.open('/en/cart')
    await shopper.see({ css: 'main', text: 'Your cart is empty' })
    const stored = await shopper.page.evaluate(() => JSON.stringify(localStorage), null)
    t.notMatch(stored, 'cus_')
    t.notMatch(stored, former)
  })
  t.same(complaints, [], 'the browser has nothing to complain about')
})

t.test(
  'a shopper whose Firefox blocks cookies sees the whole page and a message that nothing can be stored',
  async (t) => {
    const blocking = await launchFirefox({ 'network.cookie.cookieBehavior': 2 })
    t.teardown(() => blocking.close())
    const complaints = await visitIn(blocking, shop.url, async (shopper) => {
      await shopper.open('/en/shop/product/round-eternity-ring')
      await shopper.see({ role: 'button', name: 'Choose a size' })
      await shopper.open('/en/cart')
      await shopper.see({ role: 'alert', text: 'Your browser is blocking cookies' })
    })
    t.same(
      complaints.filter((complaint) => complaint.startsWith('error')),
      [],
    )
  },
)

t.test('a shopper in Firefox whose cart drawer failed to load gets it once the network is back', async (t) => {
  await visitIn(firefox, shop.url, async (shopper) => {
    const { puppeteer } = shopper.page
    await shopper.open('/en/shop/product/round-eternity-ring?size=6')
    await puppeteer.setRequestInterception(true)
    let isGone = true
    // A cart response with a message makes the drawer retry by itself; it arrives after the click.
    const answered = Promise.withResolvers<void>()
    puppeteer.on('request', (request) => {
      const pass = () => void request.continue().catch(() => undefined)
      if (request.url().includes('/api/carts')) void answered.promise.then(pass)
      else if (isGone && request.url().includes('/assets/cart-')) void request.abort('failed').catch(() => undefined)
      else pass()
    })
    await shopper.click({ role: 'button', name: 'Add to cart' })
    const drawer = { role: 'dialog', name: 'Cart' }
    await shopper.see({ role: 'alert', text: 'We couldn’t load your cart', within: drawer })
    isGone = false
    // Firefox remembers the failed URL; the same one would make the button lead to the cart page.
    await shopper.click({ role: 'button', name: 'Try again', within: drawer })
    answered.resolve()
    await shopper.see({ role: 'list', name: 'Cart items', within: drawer })
    t.match(await shopper.path(), '/shop/product/')
  })
})

t.test('the Russian tabs of the newsletter fit a phone at twice the font size', async (t) => {
  await visitIn(firefox, shop.url, async (shopper) => {
    await shopper.page.resize(390, 844)
    await shopper.open('/ru/newsletter')
    const widths = await shopper.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      const container = document.querySelector('[role=tablist]')
      return container && [container.scrollWidth, container.clientWidth]
    }, null)
    t.ok(widths && (widths[0] ?? 0) <= (widths[1] ?? 0), `${widths?.[0]} px in ${widths?.[1]}`)
  })
})
