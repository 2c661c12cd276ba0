import type { CalculatedPrice, Product, ProductCard, ProductCardList, Variant } from './product.ts'
import type { SearchAnswer } from './search.ts'

export type ShownPrice = Pick<
  CalculatedPrice,
  'calculated_amount' | 'original_amount' | 'currency_code' | 'tax_inclusive'
>

export type ShownVariant = Pick<
  Variant,
  'id' | 'title' | 'inventory_quantity' | 'allow_backorder' | 'manage_inventory' | 'lead_days' | 'options' | 'images'
> & { calculated_price: ShownPrice | null }

/** The page sends it twice, as HTML and as data. A ring with twenty sizes shrinks to a third. */
export type ShownProduct = Omit<Product, 'variants'> & { variants: ShownVariant[] }

export function toShownProduct(product: Product): ShownProduct {
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      title: variant.title,
      inventory_quantity: variant.inventory_quantity,
      allow_backorder: variant.allow_backorder,
      manage_inventory: variant.manage_inventory,
      ...(variant.lead_days ? { lead_days: variant.lead_days } : {}),
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

export type ShownCard = Omit<ProductCard, 'price'> & { price: ShownPrice | null }

export type ShownCardList = Omit<ProductCardList, 'products'> & { products: ShownCard[] }

export type ShownSearch = Omit<SearchAnswer, 'products'> & { products: ShownCard[] }

export function toShownCard(card: ProductCard): ShownCard {
  return { ...card, price: toShownPrice(card.price) }
}

export function writeShownPrice(price: ShownPrice | null): string | undefined {
  return price ? `${price.calculated_amount} ${price.currency_code}` : undefined
}
