import { lazy, Suspense } from 'react'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'

import type { ShownCard, ShownProduct } from '#shared/product/shown-product.ts'
import { chooseVariant, imagesOf, readChoice } from '#shared/product/variant-choice.ts'

import { notFound } from '../listing/not-found.ts'
import { LazyRecentlyViewed } from '../product/lazy-parts.tsx'
import { ProductView } from '../product/product-view.tsx'
import { RelatedProducts } from '../product/related-products.tsx'
import type { Deferred } from '../routing/deferred-data.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { crumbsOf, type PageMeta } from '../seo/page-meta.ts'
import { productAddress, productCrumbs, productJsonLd } from '../seo/product-json-ld.ts'

/** Few products have testimonials. */
const Quotes = lazy(async () => ({ default: (await import('../product/on-demand/quotes.tsx')).Quotes }))

interface ProductPageData {
  product: ShownProduct
  /** Deferred. Absent in the browser on a server-rendered page, because its HTML contains it. */
  related?: Deferred<ShownCard[]>
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ProductPageData> {
  const shop = context.get(publicDataContext)
  const handle = params.handle ?? ''
  const product = await shop.product(handle)
  if (!product) throw notFound()
  return { product, related: () => shop.related(handle) }
}

export const meta: PageMeta<ProductPageData> = {
  address: ({ data, search }) => productAddress(data.product, search),
  jsonLd: ({ data: { product }, site }) => [productJsonLd(product, site), crumbsOf(productCrumbs(product, site), site)],
}

export function Component() {
  const { product, related } = useLoaderData<ProductPageData>()
  const { search } = useLocation()
  return (
    <>
      <PageHead
        title={product.title}
        description={product.description ?? product.subtitle ?? product.title}
        image={imagesOf(product, chooseVariant(product, readChoice(product, new URLSearchParams(search))))[0]?.url}
        kind="product"
      />
      <ProductView key={product.id + search} product={product}>
        {product.testimonials ? (
          <Suspense>
            <Quotes quotes={product.testimonials} />
          </Suspense>
        ) : null}
        <div id="similar">
          <RelatedProducts key={`related-${product.handle}`} handle={product.handle} load={related} />
        </div>
        <LazyRecentlyViewed key={`viewed-${product.handle}`} handle={product.handle} />
      </ProductView>
    </>
  )
}
