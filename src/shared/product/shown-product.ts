import type { CalculatedPrice, Product, ProductCard, ProductCardList, Variant } from './product.ts'
import type { SearchAnswer } from './search.ts'

/** Of a price what a page shows; every whole one is such a one, too. */
export type ShownPrice = Pick<
  CalculatedPrice,
  'calculated_amount' | 'original_amount' | 'currency_code' | 'tax_inclusive'
>

/** Of a variant what a page shows, chooses by, or counts. */
export type ShownVariant = Pick<
  Variant,
  'id' | 'title' | 'inventory_quantity' | 'allow_backorder' | 'manage_inventory' | 'options' | 'images'
> & { calculated_price: ShownPrice | null }

/** Of a product what its page shows: the page carries it twice, as words and as data. */
export type ShownProduct = Omit<Product, 'variants'> & { variants: ShownVariant[] }

/** A whole product -> what its page shows of it: a ring of twenty sizes weighs a third. */
export function toShownProduct(product: Product): ShownProduct {
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      title: variant.title,
      inventory_quantity: variant.inventory_quantity,
      allow_backorder: variant.allow_backorder,
      manage_inventory: variant.manage_inventory,
      options: variant.options,
      images: variant.images,
      calculated_price: toShownPrice(variant.calculated_price),
    })),
  }
}

function toShownPrice(price: ShownPrice | null): ShownPrice | null {
  if (price === null) return null
  const { calculated_amount, original_amount, currency_code, tax_inclusive } = price
  return { calculated_amount, original_amount, currency_code, tax_inclusive }
}

/** Of a product what a card shows; every whole card is such a one, too. */
export type ShownCard = Omit<ProductCard, 'price'> & { price: ShownPrice | null }

export type ShownCardList = Omit<ProductCardList, 'products'> & { products: ShownCard[] }

export type ShownSearch = Omit<SearchAnswer, 'products'> & { products: ShownCard[] }

/** A card without what no page shows. */
export function toShownCard(card: ProductCard): ShownCard {
  return { ...card, price: toShownPrice(card.price) }
}
