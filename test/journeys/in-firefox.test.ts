import t from 'tap'

import { launchFirefox } from '#test/engines/firefox.ts'
import { visitIn, MAIN_WALKS } from '#test/engines/walks.ts'
import { findFirefox } from '#test/runner/find-firefox.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

if (findFirefox() === undefined) {
  t.pass('these walks did not run', { skip: 'there is no Firefox here: install firefox-esr' })
  process.exit()
}

const shop = await startOwnShop(t)
const firefox = await launchFirefox()
t.teardown(() => firefox.close())

for (const [title, walk] of Object.entries(MAIN_WALKS)) {
  t.test(`a shopper in Firefox ${title}`, async (t) => {
    const complaints = await visitIn(firefox, shop.url, (shopper) => walk(shopper, shop.url))
    t.same(complaints, [], 'the browser has nothing to complain about')
  })
}

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
