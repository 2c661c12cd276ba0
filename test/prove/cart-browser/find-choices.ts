import type { ProductAnswer } from '#shared/product/product.ts'
import { everyCard, getJson, type Choice } from '#test/support/categories.ts'

const ENOUGH_STOCK = 12
const PRODUCTS = 3

export async function findChoices(origin: string): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const { handle } of await everyCard(origin)) {
    const { product } = await getJson<ProductAnswer>(`${origin}/api/products/handle/${handle}?lang=en`)
    const variant = product.variants.find(({ inventory_quantity: left }) => left >= ENOUGH_STOCK)
    if (variant) choices.push({ product, variant })
    if (choices.length === PRODUCTS) return choices
  }
  throw new Error('the sample shop has too little of its pieces')
}
