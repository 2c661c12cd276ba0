/** A child process of the bench: the shop with its page cache. Sends its URL, and the cookie of a customer, to the parent. */
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'
import { makeLink } from '#test/support/sign-in.ts'

import { reportUsedCpu } from './used-cpu.ts'

const commerce = await startTestCommerce({ name: 'bench-cached' })
// With logging, as operators run it, because logging has its cost.
const shop = await openShop(commerce, { folder: 'storefront', env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info' } })

reportUsedCpu()
process.on('disconnect', () => void shop.stop().then(() => commerce.stop()))
process.send?.({ url: shop.url, cookie: await signIn() })

async function signIn(): Promise<string> {
  const email = 'bench@shopper.example'
  const token = await makeLink(shop.app, { email })
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/account/sign-in-link/use',
    payload: { token, email },
  })
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
