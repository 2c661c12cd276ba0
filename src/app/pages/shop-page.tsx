import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { CategoryTiles } from '../listing/category-tiles.tsx'
import { useCategories } from '../listing/use-categories.ts'
import { ProductGrid } from '../product/card/product-grid.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { listOf } from '../seo/listing-json-ld.ts'
import { plainAddress, type PageMeta } from '../seo/page-meta.ts'
import { Section } from '../ui/section.tsx'

interface ShopPageData {
  bestSellers: ShownCard[]
}

export async function loader({ context }: LoaderFunctionArgs): Promise<ShopPageData> {
  const { products } = await context.get(publicDataContext).cards({ collection: 'best-sellers', limit: 8 })
  return { bestSellers: products }
}

export const meta: PageMeta<ShopPageData> = {
  address: () => plainAddress('/shop'),
  jsonLd: ({ root, site }) => {
    const paths = root.categories.map(({ handle }) => categoryPath(handle))
    return [listOf(paths, site)]
  },
}

export function Component() {
  const { bestSellers } = useLoaderData<ShopPageData>()
  const categories = useCategories()
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      <PageHead
        title={t`Shop`}
        description={t`Moissanite jewellery: rings, necklaces, earrings, bracelets and sets.`}
      />
      <div className="page-width pt-10 md:pt-14">
        <h1 className="display mb-8 text-4xl md:mb-10 lg:text-5xl">{t`The shop`}</h1>
        <CategoryTiles categories={categories} heading="h2" eager />
      </div>
      {bestSellers.length > 0 ? (
        <Section title={t`Best sellers`} more={{ href: to('/shop/viewAll'), label: t`Shop all` }}>
          <ProductGrid cards={bestSellers} isChoice />
        </Section>
      ) : null}
    </>
  )
}
