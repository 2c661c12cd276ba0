/**
 * A child of the bench, so that who asks and who answers do not share a core: the shop, and the same renders behind
 * the barest server there is. Tells its parent the three addresses.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { renderHtml, streamHtml } from '#server/render/html-stream.ts'
import { loadAssetMap } from '#server/render/page-assets.ts'
import { createShopData } from '#server/render/shop-data.ts'
import type { Page, PageModule } from '#shared/page/page-module.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'

const DIST = join(import.meta.dirname, '../../../dist')

const commerce = await startTestCommerce({ name: 'bench-render' })
const shop = await openShop(commerce, { folder: 'storefront' })
const { default: pageModule } = (await import(join(DIST, 'server/index.js'))) as { default: PageModule }
const assets = await loadAssetMap(join(DIST, 'client/.vite/manifest.json'))

const region = shop.app.catalog.regionFor(undefined)
const page: Page = {
  locale: 'en',
  country: null,
  currency: region.currency_code,
  regionId: region.id,
  origin: shop.url,
  preview: false,
  contentVersion: shop.app.content.version,
  build: 'test',
  publicConfig: { consent: 'required', mixpanelToken: null, pixels: [], payPal: null },
  brand: shop.app.site.brand,
  campaign: null,
}
// As much of a request as the data of a page looks at.
const visit = { visitor: page, cookies: {}, url: '/en' } as unknown as FastifyRequest
const shopData = createShopData(shop.app, visit, {} as FastifyReply)

const streamed = await listen(async (path, response) => {
  const { element, options } = await render(path)
  const stream = await streamHtml(element, { ...options, nonce: 'bench' })
  stream.pipe(response)
})
const complete = await listen(async (path, response) => {
  const { element, options } = await render(path)
  response.end(await renderHtml(element, options))
})

process.on('disconnect', () => void stop())
process.send?.({ shop: shop.url, streamed: streamed.url, complete: complete.url })

async function render(path: string) {
  const result = await pageModule.createPage({ request: new Request(new URL(path, page.origin)), page, shopData })
  if ('redirect' in result) throw new Error(`${path} leads elsewhere`)
  const element = result.element(assets.forPage(result, page.locale))
  const options = { entry: assets.entry, signal: new AbortController().signal, onLateError: console.error }
  return { element, options }
}

async function listen(answer: (path: string, response: ServerResponse) => Promise<void>) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answer(request.url ?? '/', response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function stop(): Promise<void> {
  for (const { server } of [streamed, complete]) {
    server.closeAllConnections()
    server.close()
  }
  await shop.stop()
  await commerce.stop()
}
