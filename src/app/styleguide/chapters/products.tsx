import type { ShownVariant } from '#shared/product/shown-product.ts'

import { StockLine } from '../../product/buy/stock-line.tsx'
import { ProductCard } from '../../product/card/product-card.tsx'
import { MetalDot } from '../../product/metal-dot.tsx'
import { Price } from '../../product/price.tsx'
import type { ShownProducts } from '../pick-products.ts'
import { Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

const METALS = ['yellow-gold', 'rose-gold', 'white-gold', 'platinum', 'silver']
/** Plenty, few, none. */
const STOCKS = [12, 2, 0]

interface ProductsProps {
  products: ShownProducts
  /** Shown with the quantities above. */
  variant: ShownVariant | null
}

export function ProductExamples({ products, variant }: ProductsProps) {
  const { messages: text } = useGuideMessages()
  const price = (products.onSale ?? products.inStock)?.price
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-10 md:gap-x-6 lg:grid-cols-4">
        {(['inStock', 'soldOut', 'onSale', 'longTitle'] as const).map((state) => {
          const card = products[state]
          return card ? (
            <Sample key={state} name={text[state]} className="justify-between">
              <ProductCard card={card} />
            </Sample>
          ) : null
        })}
      </div>
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-3">
        {price ? (
          <div className="flex flex-col gap-6">
            <Sample name={text.price}>
              <Price price={price} size="page" />
            </Sample>
            <Sample name={text.priceFrom}>
              <Price price={price} from />
            </Sample>
          </div>
        ) : null}
        {variant ? (
          <Sample name={text.stock}>
            <div className="flex flex-col gap-3">
              {STOCKS.map((quantity) => (
                <StockLine key={quantity} variant={{ ...variant, inventory_quantity: quantity }} />
              ))}
            </div>
          </Sample>
        ) : null}
        <Sample name={text.metals}>
          <div className="flex gap-3">
            {METALS.map((code) => (
              <MetalDot key={code} code={code} className="size-6" />
            ))}
          </div>
        </Sample>
      </div>
    </>
  )
}
