import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'

import type { ShownProduct } from '#shared/product/shown-product.ts'

import { useMayMeasure } from '../consent/use-consent.ts'
import { usePage } from '../routing/page-context.tsx'
import type { Measure, ShopEvent } from './measure.ts'
import { startMeasures } from './start-measures.ts'
import { SHOP_EVENT } from './track.ts'

/** Has those who measure told of the visit, from the visitor's yes to their no. */
export function Measuring() {
  const { publicConfig } = usePage()
  const isAllowed = useMayMeasure()
  const [measures, setMeasures] = useState<readonly Measure[]>([])
  useEffect(() => (isAllowed ? startMeasures(publicConfig, setMeasures) : undefined), [isAllowed, publicConfig])
  return measures.map((measure, index) => <TrackedEvent key={index} measure={measure} />)
}

/** Hands on what happens to one of them: they come one after the other, and each is told everything once. */
function TrackedEvent({ measure: { onPage, onProduct, onEvent } }: { measure: Measure }) {
  const { pathname } = useLocation()
  const product = useProductInSight()
  useEffect(() => onPage?.(pathname), [onPage, pathname])
  useEffect(() => {
    if (product) onProduct?.(product)
  }, [onProduct, product])
  useEffect(() => {
    const track = ({ detail }: CustomEventInit<ShopEvent>) => detail && onEvent?.(detail)
    addEventListener(SHOP_EVENT, track)
    return () => removeEventListener(SHOP_EVENT, track)
  }, [onEvent])
  return null
}

/** The product whose page this is. */
function useProductInSight(): ShownProduct | undefined {
  const page = useMatches().at(-1)
  if (page?.id !== 'pages/product-page') return undefined
  return (page.loaderData as { product?: ShownProduct } | undefined)?.product
}
