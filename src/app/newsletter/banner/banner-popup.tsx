import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { hintPath } from '#shared/newsletter/hint-path.ts'
import type { ProductAnswer } from '#shared/product/product.ts'

import { usePage } from '../../routing/page-context.tsx'
import { Popup } from '../../ui/overlays/popup.tsx'
import { BannerForms } from './banner-forms.tsx'
import { toHintProduct, type HintProduct } from './hint-product.ts'

interface BannerPopupProps {
  /** Of the page that it stands for: its query says what the hint is about. */
  url: URL
  onClose: () => void
}

/** Both forms above the page, where someone asked for one of them. */
export function BannerPopup({ url: { searchParams }, onClose }: BannerPopupProps) {
  const handle = searchParams.get('piece')
  const item = useProduct(handle, searchParams)
  const isHint = searchParams.get('tab') === 'hint'
  return (
    <Popup
      onClose={onClose}
      title={handle ? <Trans>Drop a hint</Trans> : <Trans>Letters worth opening</Trans>}
      titleClass="mb-5 pr-6 text-3xl"
    >
      {item === 'coming' ? (
        <div aria-busy className="min-h-128" />
      ) : (
        <BannerForms
          start={isHint ? 'hint' : 'subscribe'}
          piece={item}
          path={hintPath(handle ?? undefined, item?.variantId, item?.isSized)}
        />
      )}
    </Popup>
  )
}

/** @returns null where there is no such product; a hint about nothing is one all the same */
function useProduct(handle: string | null, asked: URLSearchParams): HintProduct | null | 'coming' {
  const { locale, currency } = usePage()
  const [item, setProduct] = useState<HintProduct | null | 'coming'>(handle === null ? null : 'coming')
  useEffect(() => {
    if (handle === null) return undefined
    const left = new AbortController()
    const load = async () => {
      const query = new URLSearchParams({ lang: locale, currency })
      const answer = await fetch(`/api/products/handle/${encodeURIComponent(handle)}?${query}`, { signal: left.signal })
      if (!answer.ok) throw new Error(`The piece came with ${answer.status}`)
      const { product } = (await answer.json()) as ProductAnswer
      setProduct(toHintProduct(product, asked, locale) ?? null)
    }
    load().catch(() => left.signal.aborted || setProduct(null))
    return () => left.abort()
  }, [handle, asked, locale, currency])
  return item
}
