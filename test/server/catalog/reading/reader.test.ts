import t from 'tap'

import { createCatalogStore } from '#server/catalog/catalog-store.ts'
import { createInterpreter } from '#server/catalog/interpreting/interpreter.ts'
import { createReader } from '#server/catalog/reader.ts'
import { NO_SYNONYMS } from '#server/content/synonyms.ts'
import { createBackend } from '#server/medusa/http.ts'
import { createGeneratedMedusa } from '#test/support/generated/medusa.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { until } from '#test/support/until.ts'

t.test('prices that are loaded during a merge of older ones are not lost', async (t) => {
  const medusa = createGeneratedMedusa(40)
  const backend = createBackend({ baseUrl: await listenLocally(t, medusa.server), publishableKey: 'pk_any' })
  t.teardown(() => backend.close())
  const catalogStore = createCatalogStore({
    resolveImage: () => undefined,
    synonyms: () => NO_SYNONYMS,
    yieldToLoop: async () => {},
    onChange() {},
  })
  const mergeGate = createGate()
  const wanted = ['USD']
  const reader = createReader({
    store: catalogStore,
    refreshSeconds: 3600,
    source: (signal) => ({
      store: backend.storeWith({ signal, timeoutMs: 5000 }),
      bytes: backend.storeWith({ signal, timeoutMs: 5000, inBytes: true }),
      interpreter: createInterpreter(),
      defaultLocale: 'en',
      priceUnit: 'major',
      yieldToLoop: mergeGate.yieldToLoop,
    }),
    loadedRegions: (regions) => wanted.flatMap((code) => regions.find((region) => region.currency_code === code) ?? []),
    onFullRead() {},
    onFailure: (error) => void t.fail(String(error)),
  })
  t.teardown(() => reader.stop())
  await reader.start()
  const regions = catalogStore.contents()?.frame.value.regions ?? []
  const america = regions.find(({ currency_code: code }) => code === 'USD')
  const europe = regions.find(({ currency_code: code }) => code === 'EUR')
  const [product = ''] = [...(catalogStore.contents()?.products.keys() ?? [])].toSorted()
  if (!america || !europe) throw new Error('There is no such region')
  const price = () =>
    catalogStore.contents()?.priceLists.get(europe.id)?.prices.get(product)?.value.lowest?.calculated_amount

  wanted.push('EUR')
  medusa.server.on('request', ({ url = '' }) => {
    if (url.includes(`region_id=${america.id}`)) mergeGate.close()
  })
  const all = reader.refresh('all')
  await until(mergeGate.isHeld)
  medusa.change()
  await reader.loadPriceList(europe)
  const newer = price()
  t.type(newer, 'number')
  mergeGate.open()
  await all
  t.equal(price(), newer)
})

/** Pauses the merge of a read: the first task that yields after the last price list was read. */
function createGate() {
  const gate = Promise.withResolvers<void>()
  let passing: number | undefined
  let isHeld = false
  return {
    yieldToLoop: async (): Promise<void> => {
      if (passing === undefined || isHeld) return
      passing -= 1
      if (passing >= 0) return
      isHeld = true
      await gate.promise
    },
    /** The read of that list yields once itself, so the second yield is that of the merge. */
    close: () => void (passing ??= 1),
    isHeld: () => isHeld,
    open: () => gate.resolve(),
  }
}
