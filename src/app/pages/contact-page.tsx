import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { productPath } from '#shared/page/page-paths.ts'
import type { Image } from '#shared/product/product.ts'
import type { Flash } from '#shared/shop-data.ts'

import { ContactForm } from '../contact/contact-form.tsx'
import { OperatorDetails } from '../contact/operator-details.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import type { PageMeta } from '../seo/page-meta.ts'
import { organization } from '../seo/shop-facts.ts'
import { ResponsiveImage } from '../ui/image.tsx'

interface ContactPageData {
  product: { handle: string; title: string; image: Image | undefined } | null
  flash: Flash | null
}

export const meta: PageMeta = {
  jsonLd: ({ site, root }) => [{ '@type': 'ContactPage', mainEntity: organization(root.footer, site) }],
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ContactPageData> {
  const shop = context.get(shopDataContext)
  const handle = new URL(request.url).searchParams.get('product')
  const found = handle ? await shop.product(handle) : null
  return {
    product: found && { handle: found.handle, title: found.title, image: found.images[0] },
    flash: shop.flash(),
  }
}

export function Component() {
  const { t } = useLingui()
  const { product, flash } = useLoaderData<ContactPageData>()
  return (
    <>
      <PageHead
        title={t`Contact us`}
        description={t`Ask us about a piece, a size or an order. A person will answer.`}
      />
      <div className="page-width py-10 md:py-16">
        <h1 className="display text-4xl lg:text-5xl">
          <Trans>Contact us</Trans>
        </h1>
        <p className="mt-4 max-w-words text-quiet">
          <Trans>A question about a piece, a size or an order? Write to us, and a person will answer.</Trans>
        </p>
        <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-14 md:mt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
          <div>
            {product ? <AskedProduct product={product} /> : null}
            <ContactForm key={product?.handle} product={product?.handle} flash={flash} />
          </div>
          <OperatorDetails />
        </div>
      </div>
    </>
  )
}

function AskedProduct({ product: { handle, title, image } }: { product: NonNullable<ContactPageData['product']> }) {
  const to = useLocalePath()
  return (
    <div className="mb-8 flex items-center gap-4 border-b border-line pb-8">
      {image ? (
        <div className="w-20 shrink-0">
          <ResponsiveImage image={image} sizes="5rem" />
        </div>
      ) : null}
      <p className="min-w-0 wrap-anywhere">
        <span className="block text-sm text-quiet">
          <Trans>Your question is about</Trans>
        </span>
        <a href={to(productPath(handle))} className="display inline-block py-2 text-xl">
          {title}
        </a>
      </p>
    </div>
  )
}
