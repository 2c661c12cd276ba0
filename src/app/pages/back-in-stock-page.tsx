import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { productPath } from '#shared/page/page-paths.ts'
import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { choiceQuery, isSoldOut, optionsInOrder } from '#shared/product/variant-choice.ts'
import type { Flash } from '#shared/shop-data.ts'

import { StockAlert } from '../product/stock-alert/stock-alert.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface BackInStockData {
  product: ShownProduct | null
  variant: ShownVariant | undefined
  flash: Flash | null
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<BackInStockData> {
  const shop = context.get(shopDataContext)
  const { searchParams } = new URL(request.url)
  const product = await shop.product(searchParams.get('piece') ?? '')
  const variant = product?.variants.find(({ id }) => id === searchParams.get('variant'))
  return { product, variant, flash: shop.flash() }
}

/** For browsers without JavaScript: the result of the form, or the form again if it was refused. */
export function Component() {
  const { t } = useLingui()
  const { product, variant, flash } = useLoaderData<BackInStockData>()
  return (
    <>
      <PageHead title={t`Tell me when it’s back`} noindex />
      <div className="page-width py-10 md:py-16">
        <div className="mx-auto flex max-w-md flex-col gap-6">
          {product && variant ? (
            <Asked product={product} variant={variant} flash={flash} />
          ) : (
            <NotSold message={flash?.message} />
          )}
        </div>
      </div>
    </>
  )
}

function Asked({ product, variant, flash }: { product: ShownProduct; variant: ShownVariant; flash: Flash | null }) {
  const to = useLocalePath()
  const chosen = optionsInOrder(product).flatMap(({ code, title, values }) => {
    const value = values.find((one) => one.code === variant.options[code])?.value
    if (value === undefined || values.length === 1) return []
    return code === 'metal' ? value : `${title} ${value}`
  })
  const isOffered = isSoldOut(variant) && !flash?.done
  return (
    <>
      <div>
        <h1 className="display text-3xl md:text-4xl">{product.title}</h1>
        <p className="mt-2 text-quiet">{chosen.join(' · ')}</p>
      </div>
      {isOffered ? (
        <StockAlert handle={product.handle} variantId={variant.id} flash={flash} />
      ) : (
        <Notice>{flash ? flash.message : <Trans>Good news: this piece is in stock.</Trans>}</Notice>
      )}
      <ButtonLink
        href={to(productPath(product.handle)) + choiceQuery(product, variant.options)}
        look={isOffered ? 'outline' : 'solid'}
      >
        <Trans>View this piece</Trans>
      </ButtonLink>
    </>
  )
}

function NotSold({ message }: { message: string | undefined }) {
  const to = useLocalePath()
  return (
    <>
      <h1 className="display text-3xl md:text-4xl">
        <Trans>Tell me when it’s back</Trans>
      </h1>
      <Notice>{message ?? <Trans>This item is no longer available. Please choose another one.</Trans>}</Notice>
      <ButtonLink href={to('/shop/viewAll')}>
        <Trans>Shop all</Trans>
      </ButtonLink>
    </>
  )
}
