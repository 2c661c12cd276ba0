import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { ProductCard } from '#shared/api/product.ts'
import { BRAND_NAME } from '#shared/site/brand.ts'

import { FireBand } from '../home/fire-band.tsx'
import { Hero } from '../home/hero.tsx'
import { Shelf } from '../home/shelf.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { CategoryTiles } from '../shop/category-tiles.tsx'
import { useCategories } from '../shop/use-categories.ts'
import { Section } from '../ui/section.tsx'

const ROW = 4

interface HomePageData {
  bestSellers: ProductCard[]
  trending: ProductCard[]
  newIn: ProductCard[]
}

export async function loader({ context }: LoaderFunctionArgs): Promise<HomePageData> {
  const shop = context.get(shopDataContext)
  const [bestSellers, trending, newIn] = await Promise.all([
    shop.cards({ collection: 'best-sellers', limit: 2 * ROW }),
    shop.cards({ collection: 'trending', limit: ROW }),
    shop.cards({ collection: 'new-in', limit: ROW }),
  ])
  return { bestSellers: bestSellers.products, trending: trending.products, newIn: newIn.products }
}

export function Component() {
  const { bestSellers, trending, newIn } = useLoaderData<HomePageData>()
  const categories = useCategories()
  const { t } = useLingui()
  return (
    <>
      <PageHead
        title={t`${BRAND_NAME} · Moissanite jewellery`}
        description={t`Moissanite rings, necklaces, earrings, bracelets and sets in gold, platinum and silver.`}
        image="/_image/1280/social-share.webp"
      />
      <Hero />
      <Section title={t`Shop by category`}>
        <CategoryTiles categories={categories} />
      </Section>
      <Shelf title={t`Best sellers`} cards={bestSellers} />
      <FireBand />
      <Shelf title={t`Trending now`} cards={trending} />
      <Shelf title={t`New in`} cards={newIn} />
    </>
  )
}
