import { match } from 'node:assert/strict'

import type { FirefoxPage } from '../firefox.ts'
import type { ShopperPage } from '../shopper-page.ts'

/** In Firefox, whose driver can hold requests: a cart drawer that failed to load opens once the network is back. */
export async function retryTheCart(shopper: ShopperPage): Promise<void> {
  if (shopper.page.engine !== 'firefox') return
  const { puppeteer } = shopper.page as FirefoxPage
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
  match(await shopper.path(), /\/shop\/product\//)
}
