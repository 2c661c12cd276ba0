import type { ProductCard, ProductCardList } from './product.ts'
import type { SearchAnswer } from './search.ts'
import { toShownPrice, type ShownPrice } from './shown-product.ts'

/** Of a product what a card shows; every whole card is such a one, too. */
export type ShownCard = Omit<ProductCard, 'price'> & { price: ShownPrice | null }

export type ShownCardList = Omit<ProductCardList, 'products'> & { products: ShownCard[] }

export type ShownSearch = Omit<SearchAnswer, 'products'> & { products: ShownCard[] }

/** A card without what no page shows. */
export function toShownCard(card: ProductCard): ShownCard {
  return { ...card, price: toShownPrice(card.price) }
}
