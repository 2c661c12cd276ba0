import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { addMessages } from '../i18n/load-i18n.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { WhenNear } from '../ui/when-near.tsx'

const loadPanel = async () => (await import('./stone/stone-panel.tsx')).StonePanel
const Written = lazy(async () => ({ default: await loadPanel() }))

/** Stays as the server wrote it until someone comes near: no one misses its script before. */
export function StonesLater({ product }: { product: ShownProduct }) {
  const { i18n } = useLingui()
  const load = useMemo(
    () => async () => {
      const [Panel] = await Promise.all([loadPanel(), addMessages(i18n, 'stone')])
      return () => <Panel product={product} />
    },
    [i18n, product],
  )
  const [isFromServer] = useState(!useHydrated())
  if (product.stones.length === 0) return null
  return (
    <WhenNear load={load}>
      {import.meta.env.SSR ? (
        <div>
          <Suspense>
            <Written product={product} />
          </Suspense>
        </div>
      ) : isFromServer ? (
        // What stands there is left alone: this tells the browser nothing of it, and asks for nothing.
        <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      ) : (
        // As large as it will be: on a phone the kinds of stones stand below the drawing.
        <div className="pt-145 md:pt-124 lg:pt-128 [&:lang(ru)]:max-md:pt-150.5 [&:lang(ru)]:md:max-lg:pt-132">
          {product.stones.map((_, index) => (
            <div key={index} className="h-12.75 md:hidden" />
          ))}
        </div>
      )}
    </WhenNear>
  )
}
