import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import type { Flash } from '#shared/shop-data.ts'

import { EmailBanner } from '../newsletter/banner/email-banner.tsx'
import { toHintProduct } from '../newsletter/banner/hint-product.ts'
import { keepSubscription } from '../newsletter/subscription.ts'
import { usePage } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Notice } from '../ui/notice.tsx'

interface NewsletterPageData {
  isHint: boolean
  product: ShownProduct | null
  flash: Flash | null
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<NewsletterPageData> {
  const shop = context.get(shopDataContext)
  const { searchParams } = new URL(request.url)
  const handle = searchParams.get('piece')
  return {
    isHint: searchParams.get('tab') === 'hint',
    product: handle ? await shop.product(handle) : null,
    flash: shop.flash(),
  }
}

/** For browsers without JavaScript. With it, the forms open in a dialog. */
export function Component() {
  const { t } = useLingui()
  const { locale } = usePage()
  const { isHint, product, flash } = useLoaderData<NewsletterPageData>()
  const { search } = useLocation()
  const item = product ? toHintProduct(product, new URLSearchParams(search), locale) : undefined
  const title = t`The Inner Circle`
  const joined = flash?.done === 'subscribed' ? flash.values?.['email'] : undefined
  // The form was submitted before hydration, so no other code has stored the subscription.
  useEffect(() => {
    if (joined) keepSubscription(joined)
  }, [joined])
  return (
    <>
      <PageHead
        title={title}
        description={t`Get emails about new pieces and our journal, or drop a gift hint to someone who’d love to get it right.`}
        noindex
      />
      <div className="page-width py-10 md:py-16">
        {flash ? (
          <Notice tone={flash.done ? 'plain' : 'error'} className="mx-auto mb-6 max-w-md">
            {flash.message}
          </Notice>
        ) : null}
        <EmailBanner
          heading="h1"
          start={isHint ? 'hint' : 'subscribe'}
          product={item ?? null}
          path={hintPath(product?.handle, item?.variantId, item?.isSized)}
          // The message is above.
          flash={flash && !flash.done ? { ...flash, message: '' } : null}
        />
      </div>
    </>
  )
}
