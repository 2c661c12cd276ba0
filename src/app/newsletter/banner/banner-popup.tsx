import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { ProductAnswer } from '#shared/product/product.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Popup } from '../../ui/overlays/popup.tsx'
import { BannerForms } from './banner-forms.tsx'
import { toHintProduct, type HintProduct } from './hint-product.ts'

interface BannerPopupProps {
  /** The page that the popup replaces. Its query names the product of the hint. */
  url: URL
  onClose: () => void
}

/** The popup has the hint form alone if it is about a product. */
export function BannerPopup({ url: { searchParams }, onClose }: BannerPopupProps) {
  const handle = searchParams.get('piece')
  const product = useHintProduct(handle, searchParams)
  const isHint = searchParams.get('tab') === 'hint'
  return (
    <Popup
      onClose={onClose}
      title={handle ? <Trans>Drop a hint</Trans> : <Trans>The Inner Circle</Trans>}
      titleClass="mb-5 pr-6 text-3xl"
    >
      {product === 'loading' ? (
        <div aria-busy className="min-h-128" />
      ) : (
        <BannerForms
          start={isHint ? 'hint' : 'subscribe'}
          isHintAlone={handle !== null}
          product={product}
          path={hintPath(handle ?? undefined, product?.variantId, product?.isSized)}
        />
      )}
    </Popup>
  )
}

/** Returns null if there is no such product; the hint is then about none. */
function useHintProduct(handle: string | null, query: URLSearchParams): HintProduct | null | 'loading' {
  const { locale, currency } = usePage()
  const [product, setProduct] = useState<HintProduct | null | 'loading'>(handle === null ? null : 'loading')
  useEffect(() => {
    if (handle === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const params = new URLSearchParams({ lang: locale, currency })
      const response = await fetch(`/api/products/handle/${encodeURIComponent(handle)}?${params}`, { signal })
      if (!response.ok) throw new Error(`loading the product failed with ${response.status}`)
      const answer = (await response.json()) as ProductAnswer
      setProduct(toHintProduct(answer.product, query, locale) ?? null)
    }
    load().catch(() => signal.aborted || setProduct(null))
    return () => controller.abort()
  }, [handle, query, locale, currency])
  return product
}
