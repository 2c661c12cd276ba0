import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { pickPieces, type ShownPieces } from '../styleguide/pick-pieces.ts'
import { StyleguideRoom } from '../styleguide/styleguide-room.tsx'
import { useWords } from '../styleguide/use-words.ts'

/** As many pieces as the shop tells of at once: enough to find one in every state. */
const MOST = 200

interface StyleguidePageData {
  pieces: ShownPieces
  product: ShownProduct | null
}

export async function loader({ context }: LoaderFunctionArgs): Promise<StyleguidePageData> {
  const shop = context.get(shopDataContext)
  const { products } = await shop.cards({ limit: MOST })
  const pieces = pickPieces(products)
  const shown = pieces.inStock ?? products[0]
  return { pieces, product: shown ? await shop.product(shown.handle) : null }
}

export function Component() {
  const { pieces, product } = useLoaderData<StyleguidePageData>()
  const { words } = useWords()
  return (
    <>
      <PageHead title={words.title} noindex />
      <StyleguideRoom pieces={pieces} product={product} />
    </>
  )
}
