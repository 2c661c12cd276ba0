import type { Test } from 'tap'

import type { OrderAnswer } from '#shared/order/order.ts'
import { listProducts } from '#test/server/shop-server.ts'
import type { Backend } from '#test/support/commerce.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { ordersOf } from '#test/support/orders.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

import { startCutProxy } from './cut-proxy.ts'

export interface StorefrontRound {
  /** The interrupted call to the backend, and whether it was killed before or after the backend was reached. */
  call: string
  when: 'before' | 'after'
  /** The statuses of the answers to the shopper, before and after the restart; 0 is no answer. */
  answers: number[]
  orders: number
  isSame: boolean
  /** Whether the shopper, who got no answer at first, can read the order now. */
  isHeld: boolean
}

export interface StorefrontRounds {
  exchanges: number
  cut(number: number, when: 'before' | 'after'): Promise<StorefrontRound>
}

export async function openStorefrontRounds(t: Pick<Test, 'teardown'>, commerce: Backend): Promise<StorefrontRounds> {
  const proxy = await startCutProxy(t, commerce.medusaUrl)
  // One network places more orders than the limits allow.
  const env = { ...shopEnvironment(commerce, 'cut-storefront'), MEDUSA_URL: proxy.url, UNPAID_ORDER_LIMITS: 'off' }
  let shop = startShopProcess(t, { env })
  let origin = await shop.ready()
  const [variantId = ''] = await listProducts(commerce, 12)
  let shoppers = 0

  async function prepare() {
    const shopper = createHttpShopper()
    const email = `storefront-${(shoppers += 1)}@example.com`
    const cart = await readyCart(async (...call) => shopper.call(origin, ...call), {
      variantId,
      email,
    })
    const complete = async () => {
      const { status, body } = await shopper.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {})
      return { status, id: status === 200 ? (body as OrderAnswer).order.id : undefined }
    }
    return { shopper, email, complete }
  }

  const first = await prepare()
  proxy.watch()
  await first.complete()
  const exchanges = proxy.exchanges.length

  return {
    exchanges,
    async cut(number, when) {
      const { shopper, email, complete } = await prepare()
      proxy.watch({ number, when }, () => void shop.stop('SIGKILL'))
      const lost = await complete()
      const { call = '' } = proxy.exchanges[number - 1] ?? {}
      await shop.exited
      proxy.watch()
      shop = startShopProcess(t, { env })
      origin = await shop.ready()
      const placed = await complete()
      const again = await complete()
      const held = await shopper.call(origin, 'GET', '/api/orders/current')
      return {
        call,
        when,
        answers: [lost.status, placed.status, again.status],
        orders: (await ordersOf(commerce, email)).length,
        isSame: placed.id !== undefined && placed.id === again.id,
        isHeld: (held.body as Partial<OrderAnswer>).order?.email === email,
      }
    },
  }
}

export function isGoodStorefront({ answers, orders, isSame, isHeld }: StorefrontRound): boolean {
  return answers.join() === '0,200,200' && orders === 1 && isSame && isHeld
}
