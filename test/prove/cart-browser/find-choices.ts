import type { ProductAnswer } from '#shared/product/product.ts'
import { everyCard, getJson, type Choice } from '#test/support/categories.ts'

/** As many as a shopper may want in a session. */
const PLENTY = 12
const PRODUCTS = 3

/** Products of which there is enough, so that what they come to is only a matter of what was asked. */
export async function findChoices(origin: string): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const { handle } of await everyCard(origin)) {
    const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${handle}?lang=en`)
    const variant = product.variants.find(({ inventory_quantity: left }) => left >= PLENTY)
    if (variant) choices.push({ product, variant })
    if (choices.length === PRODUCTS) return choices
  }
  throw new Error('the sample shop has too little of its pieces')
}
