import { join } from 'node:path'

import { loadAssetMap } from '#server/pages/render/page-assets.ts'
import { createPublicData } from '#server/pages/render/shop-data.ts'
import type { Page, PageModule } from '#shared/page/page-module.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { openProgramShop } from '#test/support/program-shop.ts'
import type { Program } from '#test/support/program.ts'

const DIST = join(import.meta.dirname, '../../../dist')

/** A shop without page cache, and its renders alone: React's input, without a server. */
export async function openRenders(t: Program, name: string) {
  const shop = await openProgramShop(t, name, { env: { PAGE_CACHE_MB: '0' } })
  const { default: pageModule } = (await import(join(DIST, 'server/index.js'))) as { default: PageModule }
  const assets = await loadAssetMap(join(DIST, 'client'), shop.app.build)

  const { id: regionId, currency_code: currency } = shop.app.catalog.regionFor(undefined)
  const visitor = { locale: 'en', currency, regionId, preview: false } as const
  const page: Page = {
    ...visitor,
    country: null,
    origin: shop.url,
    build: shop.app.build,
    publicConfig: shop.config.publicConfig,
    brand: shop.app.site.brand,
    operator: SAMPLE_OPERATOR,
    returnDays: 30,
    delivery: 'Free insured delivery',
    returns: '30-day returns',
    paymentLogos: [],
    referencePrice: 'backend',
    campaign: null,
    campaignEnd: null,
  }
  const publicData = createPublicData(shop.app, { visitor, log: shop.app.log })

  return {
    url: shop.url,
    async render(path: string) {
      const result = await pageModule.createPage({ request: new Request(new URL(path, page.origin)), page, publicData })
      if ('redirect' in result) throw new Error(`${path} leads elsewhere`)
      const element = result.element(assets.forPage(result, page.locale))
      const options = { entry: assets.entry, onLateError: console.error }
      return { element, options }
    },
  }
}
