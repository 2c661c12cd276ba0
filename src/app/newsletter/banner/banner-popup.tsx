import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import type { ProductAnswer } from '#shared/api/product.ts'
import { hintPath } from '#shared/newsletter/hint-path.ts'

import { Popup } from '../../overlays/popup.tsx'
import { usePage } from '../../routing/page-context.tsx'
import { BannerForms } from './banner-forms.tsx'
import { toHintPiece, type HintPiece } from './hint-piece.ts'

interface BannerPopupProps {
  /** Of the page that it stands for: its query says what the hint is about. */
  url: URL
  onClose: () => void
}

/** Both forms above the page, where somebody asked for one of them. */
export function BannerPopup({ url: { searchParams }, onClose }: BannerPopupProps) {
  const handle = searchParams.get('piece')
  const variantId = searchParams.get('variant')
  const piece = usePiece(handle, variantId)
  const isHint = searchParams.get('tab') === 'hint'
  return (
    <Popup
      onClose={onClose}
      title={handle ? <Trans>Drop a hint</Trans> : <Trans>Letters worth opening</Trans>}
      titleClass="mb-5 pr-6 text-3xl"
    >
      {piece === 'coming' ? (
        <div aria-busy className="min-h-128" />
      ) : (
        <BannerForms
          start={isHint ? 'hint' : 'subscribe'}
          piece={piece}
          path={hintPath(handle ?? undefined, variantId ?? undefined)}
        />
      )}
    </Popup>
  )
}

/** @returns null where there is no such piece; a hint about nothing is one all the same */
function usePiece(handle: string | null, variantId: string | null): HintPiece | null | 'coming' {
  const { locale, currency } = usePage()
  const [piece, setPiece] = useState<HintPiece | null | 'coming'>(handle === null ? null : 'coming')
  useEffect(() => {
    if (handle === null) return undefined
    const left = new AbortController()
    const load = async () => {
      const query = new URLSearchParams({ lang: locale, currency })
      const answer = await fetch(`/api/products/handle/${encodeURIComponent(handle)}?${query}`, { signal: left.signal })
      if (!answer.ok) throw new Error(`The piece came with ${answer.status}`)
      const { product } = (await answer.json()) as ProductAnswer
      setPiece(toHintPiece(product, variantId, locale) ?? null)
    }
    load().catch(() => left.signal.aborted || setPiece(null))
    return () => left.abort()
  }, [handle, variantId, locale, currency])
  return piece
}
