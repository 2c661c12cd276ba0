import { join } from 'node:path'

import { renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router'
import t from 'tap'
import { createServer } from 'vite'

import type { PageModule } from '#shared/page/page-module.ts'
import type { ShopData } from '#shared/shop-data.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'

const vite = await createServer({
  configFile: join(import.meta.dirname, '../../../../vite.config.ts'),
  server: { middlewareMode: true, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
})
t.teardown(() => vite.close())

const shopData = { categories: async () => [], cart: async () => null, flash: () => null } as unknown as ShopData

const loadApp = async () => (await vite.ssrLoadModule('/index.tsx')) as { default: PageModule; routes: RouteObject[] }

/** An address of the shop whose page says in its handle which light it keeps. */
async function render(colorMode: unknown): Promise<string> {
  const { default: pages, routes } = await loadApp()
  const route = routes[0]?.children?.find(({ id }) => id === 'pages/cart-page')
  Object.assign(route?.handle as object, { colorMode })
  const result = await pages.createPage({
    request: new Request('http://shop.example/en/cart'),
    page: {
      locale: 'en',
      country: null,
      currency: 'USD',
      regionId: 'reg_1',
      origin: 'http://shop.example',
      preview: false,
      build: 'test',
      publicConfig: { consent: 'required', mixpanelToken: null, pixels: [], payPal: null },
      brand: 'Lumenite',
      operator: SAMPLE_OPERATOR,
      returnDays: 30,
      delivery: 'Free insured delivery',
      returns: '30-day returns',
      paymentLogos: [],
      referencePrice: 'backend',
      campaign: null,
      campaignEnd: null,
    },
    publicData: shopData,
    shopData,
  })
  if ('redirect' in result) throw new Error(`the page moved to ${result.redirect.location}`)
  return renderToString(result.element({ styles: [], modules: [] }))
}

const LAYOUTS: Record<string, string> = {
  '': 'default',
  shop: 'shop',
  'shop/viewAll': 'shop',
  'shop/:category': 'shop',
  'shop/:category/:subCategory': 'shop',
  'shop/product/:handle': 'shop',
  search: 'default',
  'checkout/:step?': 'checkout',
  'order/confirmation': 'default',
  blogs: 'courses',
  'blogs/:article': 'courses',
  '*': 'default',
}

t.test('each page stands in the layout that it names, and one that names none in the default', async (t) => {
  const { routes } = await loadApp()
  const leaves = routes[0]?.children?.flatMap((route) => route.children ?? route)
  const pages = new Map(leaves?.map(({ path, handle }) => [path, handle as { layout?: string }]))
  for (const [path, layout] of Object.entries(LAYOUTS)) t.equal(pages.get(path)?.layout, layout, `/${path}`)

  const { layoutFor } = (await vite.ssrLoadModule('/shell/layout.ts')) as { layoutFor: (name?: string) => object }
  for (const name of [undefined, 'blog', 'constructor']) t.equal(layoutFor(name), layoutFor('default'), String(name))
})

t.test('a page that keeps its own light says so before anything is painted', async (t) => {
  for (const [colorMode, paper] of [
    ['light', '#fbf8f3'],
    ['dark', '#141210'],
  ] as const) {
    const html = await render(colorMode)
    t.match(html, new RegExp(`<html[^>]* data-forced-theme="${colorMode}"`))
    t.same(html.match(/<meta name="theme-color"[^>]*>/g), [`<meta name="theme-color" content="${paper}"/>`])
  }
})

t.test('a page that asks for what no page may ask for follows the shopper, and the operator reads why', async (t) => {
  for (const colorMode of ['system', 'sepia']) {
    const warnings = t.capture(console, 'warn', () => undefined)
    t.notMatch(await render(colorMode), /<html[^>]*data-forced-theme/)
    const [warning] = warnings()
    t.match(String(warning?.args[0]), 'pages/cart-page')
  }
  t.notMatch(await render(undefined), /<html[^>]*data-forced-theme/)
})
