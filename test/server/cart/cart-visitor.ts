import type { FastifyInstance } from 'fastify'

import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { TestShopper, type ShopAnswer } from '#test/server/shop-server.ts'

export interface CartVisitor {
  shopper: TestShopper
  path: string
  read: () => Promise<Cart>
  update: (changes: object) => Promise<ShopAnswer<CartAnswer>>
}

/** @param country of the visitor's cookie @param products pairs of variant and quantity */
export async function visitorFrom(
  app: FastifyInstance,
  country: string,
  products: readonly (readonly [variantId: string, quantity: number])[],
): Promise<CartVisitor> {
  const shopper = new TestShopper(app)
  shopper.cookies.set('user_country', country)
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  const path = `/api/carts/${body.cart.id}`
  for (const [variantId, quantity] of products) {
    await shopper.call('POST', `${path}/line-items`, { variant_id: variantId, quantity })
  }
  return {
    shopper,
    path,
    read: async () => await shopper.cart(path),
    update: (changes) => shopper.call<CartAnswer>('POST', path, changes),
  }
}

export function productsOf({ items }: Cart): [variantId: string, quantity: number][] {
  return items.map(({ variant_id: variantId, quantity }) => [variantId, quantity])
}
