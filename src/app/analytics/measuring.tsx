import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'

import type { PublicConfig } from '#shared/page/public-config.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'

import { useMayMeasure } from '../consent/consent.ts'
import { forgetMeasurements } from '../consent/forget-measurements.ts'
import { usePage } from '../routing/page-context.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { SHOP_EVENT, type AnalyticsService, type ShopEvent } from './track.ts'

export function Measuring() {
  const { publicConfig } = usePage()
  const isAllowed = useMayMeasure()
  const [services, setServices] = useState<readonly AnalyticsService[]>([])
  useEffect(() => (isAllowed ? startServices(publicConfig, setServices) : undefined), [isAllowed, publicConfig])
  return services.map((service, index) => <ServiceEvents key={index} service={service} />)
}

/** The services load one after another, and each one receives every event once. */
function ServiceEvents({ service: { onPage, onProduct, onEvent } }: { service: AnalyticsService }) {
  const { pathname } = useLocation()
  const product = useProductOfPage()
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

function useProductOfPage(): ShownProduct | undefined {
  const page = useMatches().at(-1)
  if (page?.id !== 'pages/product-page') return undefined
  return (page.loaderData as { product?: ShownProduct } | undefined)?.product
}

/** If a visitor rejects and then accepts again, tracking resumes with the next document. */
const started = new Set<'products' | 'pages'>()

/**
 * Calls `onChange` with the loaded services, and with an empty list after they were stopped.
 * @returns a function that stops all services and deletes the data that they stored
 */
function startServices(config: PublicConfig, onChange: (services: readonly AnalyticsService[]) => void): () => void {
  const over = new AbortController()
  const services: AnalyticsService[] = []

  async function start(name: 'products' | 'pages', load: () => Promise<AnalyticsService>) {
    if (started.has(name)) return
    await idle()
    if (over.signal.aborted) return
    started.add(name)
    // A browser or an extension may block the script, which also throws if it loads after a rejection.
    const service = await load().catch(() => undefined)
    if (!service) return
    if (over.signal.aborted) return endAll([service])
    services.push(service)
    onChange([...services])
  }

  const { mixpanelToken, pixels } = config
  void start('products', async () => {
    const { measureProducts } = await import('./mixpanel/measure-products.ts')
    return measureProducts(mixpanelToken, over.signal)
  })
  if (pixels.length > 0) {
    void start('pages', async () => {
      const { measurePages } = await import('./pixel/measure-pages.ts')
      over.signal.throwIfAborted()
      return measurePages(pixels)
    })
  }
  return () => {
    over.abort()
    onChange([])
    void endAll(services)
  }
}

/** Deletes the data twice, because the services may write data until they have stopped. */
async function endAll(services: readonly AnalyticsService[]): Promise<void> {
  const ends = services.map(async ({ end }) => end())
  forgetMeasurements()
  await Promise.allSettled(ends)
  forgetMeasurements()
}

async function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  whenIdle(resolve)
  await promise
}
