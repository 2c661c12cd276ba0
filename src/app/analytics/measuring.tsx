import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'

import type { Product } from '#shared/api/product.ts'

import { useMayMeasure } from '../consent/use-consent.ts'
import { usePage } from '../routing/page-context.tsx'
import type { Measure, ShopEvent } from './measure.ts'
import { startMeasures } from './start-measures.ts'
import { SHOP_EVENT } from './track.ts'

/** Hands on what happens to everybody who measures, from the visitor's yes to their no. */
export function Measuring() {
  const { publicConfig } = usePage()
  const { pathname } = useLocation()
  const product = useProductInSight()
  const isAllowed = useMayMeasure()
  const [measures, setMeasures] = useState<readonly Measure[]>([])

  useEffect(() => (isAllowed ? startMeasures(publicConfig, setMeasures) : undefined), [isAllowed, publicConfig])
  useEffect(() => {
    for (const { onPage } of measures) onPage?.(pathname)
  }, [measures, pathname])
  useEffect(() => {
    if (product) for (const { onProduct } of measures) onProduct?.(product)
  }, [measures, product])
  useEffect(() => {
    const onEvent = ({ detail }: CustomEventInit<ShopEvent>) => {
      if (detail) for (const { onEvent: tell } of measures) tell?.(detail)
    }
    addEventListener(SHOP_EVENT, onEvent)
    return () => removeEventListener(SHOP_EVENT, onEvent)
  }, [measures])
  return null
}

/** The piece whose page this is. */
function useProductInSight(): Product | undefined {
  const page = useMatches().at(-1)
  if (page?.id !== 'pages/product-page') return undefined
  return (page.loaderData as { product?: Product } | undefined)?.product
}
