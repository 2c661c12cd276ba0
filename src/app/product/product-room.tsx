import { useLingui } from '@lingui/react/macro'

import type { Product } from '#shared/api/product.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { Gallery } from './gallery.tsx'
import { Price } from './price.tsx'
import { ProductFacts } from './product-facts.tsx'
import { StockLine } from './stock-line.tsx'
import { useVariantChoice } from './use-variant-choice.ts'
import { picturesOf } from './variant-choice.ts'

/** A piece with its pictures on the left and everything needed to buy it on the right. */
export function ProductRoom({ product }: { product: Product }) {
  const to = useLocalePath()
  const { t } = useLingui()
  const { variant, choose } = useVariantChoice(product)
  const pictures = picturesOf(product, variant)
  return (
    <div className="md:page-width">
      <div className="px-5 py-3 md:px-0 md:py-6">
        <Breadcrumbs label={t`Breadcrumbs`} crumbs={useCrumbs(product)} />
      </div>
      <div className="md:grid md:grid-cols-2 md:gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <Gallery key={pictures[0]?.id ?? ''} title={product.title} images={pictures} />
        <div className="group/buy flex flex-col gap-7 px-5 pt-8 md:sticky md:top-8 md:self-start md:px-0 md:pt-2">
          <div>
            <h1 className="display text-3xl lg:text-4xl">{product.title}</h1>
            {product.subtitle ? <p className="mt-2 text-quiet">{product.subtitle}</p> : null}
            {variant?.calculated_price ? (
              <div className="mt-5" aria-live="polite">
                <Price price={variant.calculated_price} size="page" />
              </div>
            ) : null}
          </div>
          {variant ? (
            <>
              <ChoiceForm
                product={product}
                variant={variant}
                action={to(`/shop/product/${product.handle}`)}
                onChoose={choose}
              />
              <div className="flex flex-col gap-4">
                <StockLine variant={variant} />
                <AddToCart product={product} variant={variant} />
              </div>
            </>
          ) : null}
          <ProductFacts product={product} />
        </div>
      </div>
    </div>
  )
}

/** Shop, then the piece's category, then its sub-category where it has one. */
function useCrumbs({ categories }: Product) {
  const to = useLocalePath()
  const { t } = useLingui()
  const child = categories.find(({ parent }) => parent !== null)
  const top = categories.find(({ handle, parent }) => parent === null && (!child || handle === child.parent))
  return [
    { label: t`Shop`, href: to('/shop') },
    ...(top ? [{ label: top.name, href: to(`/shop/${top.handle}`) }] : []),
    ...(top && child ? [{ label: child.name, href: to(`/shop/${top.handle}/${child.handle}`) }] : []),
  ]
}
