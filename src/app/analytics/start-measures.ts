import type { PublicConfig } from '#shared/page/public-config.ts'

import { forgetMeasurements } from '../consent/forget-measurements.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { Measure } from './measure.ts'

/** Once in a document: who says no and then yes again is measured from the next one on. */
const started = new Set<'products' | 'pages'>()

/**
 * Brings those who measure when the browser has nothing else to do.
 * @param onChange given those who are there; none once it is over
 * @returns what ends it: nothing more is said, and nothing that was kept stays
 */
export function startMeasures(config: PublicConfig, onChange: (measures: readonly Measure[]) => void): () => void {
  const over = new AbortController()
  const measures: Measure[] = []

  async function bring(name: 'products' | 'pages', load: () => Promise<Measure>) {
    if (started.has(name)) return
    await idle()
    if (over.signal.aborted) return
    started.add(name)
    // Blocked by the browser or by an extension: then nobody measures.
    const measure = await load().catch(() => undefined)
    if (!measure) return
    if (over.signal.aborted) return measure.end()
    measures.push(measure)
    onChange([...measures])
  }

  const { mixpanelToken, pixels } = config
  void bring('products', async () => (await import('./mixpanel/measure-products.ts')).measureProducts(mixpanelToken))
  if (pixels.length > 0) {
    void bring('pages', async () => (await import('./pixel/measure-pages.ts')).measurePages(pixels))
  }
  return () => {
    over.abort()
    onChange([])
    void Promise.all(measures.map(async ({ end }) => end())).then(forgetMeasurements)
  }
}

async function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  whenIdle(resolve)
  await promise
}
