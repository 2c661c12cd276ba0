import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'

import type { PublicConfig } from '#shared/page/public-config.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'

import { forgetMeasurements } from '../consent/forget-measurements.ts'
import { useMayMeasure } from '../consent/use-consent.ts'
import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import type { Measure, ShopEvent } from './measure.ts'
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

/** Once in a document: who says no and then yes again is measured from the next one on. */
const started = new Set<'products' | 'pages'>()

/**
 * Brings those who measure when the browser has nothing else to do.
 * @param onChange given those who are there; none once it is over
 * @returns what ends it: nothing more is said, and nothing that was kept stays
 */
function startMeasures(config: PublicConfig, onChange: (measures: readonly Measure[]) => void): () => void {
  const over = new AbortController()
  const measures: Measure[] = []

  async function bring(name: 'products' | 'pages', load: () => Promise<Measure>) {
    if (started.has(name)) return
    await idle()
    if (over.signal.aborted) return
    started.add(name)
    // Blocked by the browser or by an extension, or no longer wanted once it is here: then no one measures.
    const measure = await load().catch(() => undefined)
    if (!measure) return
    if (over.signal.aborted) return endAll([measure])
    measures.push(measure)
    onChange([...measures])
  }

  const { mixpanelToken, pixels } = config
  void bring('products', async () => {
    const { measureProducts } = await import('./mixpanel/measure-products.ts')
    return measureProducts(mixpanelToken, over.signal)
  })
  if (pixels.length > 0) {
    void bring('pages', async () => {
      const { measurePages } = await import('./pixel/measure-pages.ts')
      over.signal.throwIfAborted()
      return measurePages(pixels)
    })
  }
  return () => {
    over.abort()
    onChange([])
    void endAll(measures)
  }
}

/** What they kept goes at once, and what they still kept while they stopped goes after it. */
async function endAll(measures: readonly Measure[]): Promise<void> {
  const ends = measures.map(async ({ end }) => end())
  forgetMeasurements()
  await Promise.allSettled(ends)
  forgetMeasurements()
}

async function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  whenIdle(resolve)
  await promise
}
