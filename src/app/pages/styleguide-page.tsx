import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { pickProducts, type ShownProducts } from '../styleguide/pick-products.ts'
import { StyleguideView } from '../styleguide/styleguide-view.tsx'
import { useGuideMessages } from '../styleguide/use-guide-messages.ts'

/** Enough to find a product in every state. */
const MOST = 200

interface StyleguidePageData {
  products: ShownProducts
  product: ShownProduct | null
}

export async function loader({ context }: LoaderFunctionArgs): Promise<StyleguidePageData> {
  const shop = context.get(shopDataContext)
  const { products } = await shop.cards({ limit: MOST })
  const items = pickProducts(products)
  const shown = items.inStock ?? products[0]
  return { products: items, product: shown ? await shop.product(shown.handle) : null }
}

export function Component() {
  const { products: items, product } = useLoaderData<StyleguidePageData>()
  const { messages } = useGuideMessages()
  return (
    <>
      <PageHead title={messages.title} noindex />
      <StyleguideView products={items} product={product} />
    </>
  )
}
