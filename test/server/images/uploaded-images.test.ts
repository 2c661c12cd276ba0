import { utimesSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'
import t, { type Test } from 'tap'

import { startTestCommerce, type Backend } from '#test/support/commerce.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { openShop } from '#test/support/open-shop.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { untilRead } from '#test/support/until-catalog.ts'
import { until } from '#test/support/until.ts'
import { uploadImage } from '#test/support/upload-image.ts'

t.setTimeout(600_000)

/** Uploads an image and makes a product of it, as the staff do. @returns the address of the image */
async function sellNewRing(commerce: Backend, handle: string): Promise<string> {
  const url = await uploadImage(commerce, 640)

  const { sales_channels: channels } = await commerce.admin<{ sales_channels: { id: string }[] }>(
    '/admin/sales-channels',
  )
  const { shipping_profiles: profiles } = await commerce.admin<{ shipping_profiles: { id: string }[] }>(
    '/admin/shipping-profiles',
  )
  const body = {
    title: 'A new ring',
    handle,
    status: 'published',
    images: [{ url }],
    thumbnail: url,
    sales_channels: channels.map(({ id }) => ({ id })),
    shipping_profile_id: profiles[0]?.id,
    options: [{ title: 'Metal', values: ['Gold'] }],
    variants: [{ title: 'Gold', options: { Metal: 'Gold' }, prices: [{ currency_code: 'usd', amount: 100 }] }],
  }
  await commerce.admin('/admin/products', { method: 'POST', body })
  return url
}

async function seeRing(t: Test, commerce: Backend, handle: string, env: Record<string, string> = {}) {
  const shop = await openShop(commerce, { folder: handle, env })
  t.teardown(shop.stop)
  await untilRead(shop.app)
  const page = await fetch(`${shop.url}/en/shop/product/${handle}`)
  t.equal(page.status, 200)
  const [address = ''] = /\/_image\/640\/remote\/[\w-]+/.exec(await page.text()) ?? []
  t.ok(address, 'the page shows the image')
  const image = await fetch(shop.url + address, { headers: { accept: 'image/webp' } })
  return {
    status: image.status,
    type: image.headers.get('content-type'),
    bytes: Buffer.from(await image.arrayBuffer()),
  }
}

/** Exports the orders as the staff do in the dashboard. @returns the address of the file in their notification */
async function exportOrders({ admin }: Backend): Promise<string> {
  await admin('/admin/orders/export', { method: 'POST', body: {} })
  return until(async () => {
    const { notifications } = await admin<{ notifications: { data: { file?: { url: string } } }[] }>(
      '/admin/notifications',
    )
    return notifications[0]?.data.file?.url
  })
}

t.test('a shopper sees the image that the staff have uploaded', async (t) => {
  const commerce = await ownCommerce()
  const url = await sellNewRing(commerce, 'uploaded-ring')
  t.equal(new URL(url).origin, commerce.medusaUrl)
  t.match(
    (await fetch(url)).headers.get('content-security-policy'),
    'sandbox',
    'and what they upload is no page of its own',
  )
  for (const path of ['/static/..%2fcommerce-secrets.json', '/static/%2e%2e/commerce-secrets.json', '/static/none.png'])
    t.equal((await fetch(commerce.medusaUrl + path)).status, 404, path)

  await t.test('an export of the staff is for the staff only, and for a day', async (t) => {
    const { pathname } = new URL(await exportOrders(commerce))
    const [, name = ''] = /^\/static\/(private-\d+-[\w-]+\.csv)$/.exec(pathname) ?? []
    const statusOf = async (path: string, headers = {}) => (await fetch(commerce.medusaUrl + path, { headers })).status
    t.equal(await statusOf(pathname), 401)
    const staff = { authorization: `Basic ${btoa(`${commerce.adminKey}:`)}` }
    const response = await fetch(commerce.medusaUrl + pathname, { headers: staff })
    t.same([response.status, response.headers.get('cache-control')], [200, 'no-store'])
    for (const path of [`/.private/${name}`, `/%2eprivate/${name}`, `/x/..%2f.private/${name}`, `/%70${name.slice(1)}`])
      t.equal(await statusOf(`/static${path}`, staff), 404, path)

    process.env['UPLOADS_DIR'] = join(commerce.dataDir, 'uploads')
    const { deleteOldExports } = await import('../../../commerce/src/http/uploads.ts')
    await deleteOldExports()
    t.equal(await statusOf(pathname, staff), 200)
    const yesterday = Date.now() / 1000 - 86_460
    utimesSync(join(commerce.dataDir, 'uploads/.private', name), yesterday, yesterday)
    await deleteOldExports()
    t.equal(await statusOf(pathname, staff), 404)
  })

  const { status, type, bytes } = await seeRing(t, commerce, 'uploaded-ring')
  t.same([status, type], [200, 'image/webp'])
  t.match(await sharp(bytes).metadata(), { format: 'webp', width: 640 })
})

t.test('a shopper sees an image in a bucket, where the operator has named its host', async (t) => {
  const objects = new Map<string, { type: string; bytes: Buffer }>()
  const bucket = await listenLocally(
    t,
    createServer((request, response) => void serve(request, response)),
  )
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?')
    if (request.method === 'PUT') {
      objects.set(path, { type: String(request.headers['content-type']), bytes: await buffer(request) })
      response.writeHead(200, { etag: '"1"' }).end()
      return
    }
    const found = objects.get(path)
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' }).end(found?.bytes)
  }
  const environment = {
    S3_BUCKET: 'rings',
    S3_URL: `${bucket}/rings`,
    S3_ENDPOINT: bucket,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_ACL: 'none',
  }
  const commerce = await startTestCommerce({ name: 'bucket', environment })
  t.teardown(commerce.stop)
  const url = await sellNewRing(commerce, 'bucket-ring')
  t.ok(url.startsWith(`${bucket}/rings/new-ring-`), url)

  const exported = new URL(await exportOrders(commerce))
  t.match(exported.pathname, /^\/rings\/private\/\d+-order-exports-\w+\.csv$/, 'a policy can keep exports private')
  t.ok(exported.searchParams.has('X-Amz-Signature'), 'and the staff get a signed address')
  t.equal(exported.searchParams.get('X-Amz-Expires'), '3600')

  const named = await seeRing(t, commerce, 'bucket-ring', { IMAGE_HOSTS: new URL(bucket).host })
  t.same([named.status, named.type], [200, 'image/webp'])
  const unnamed = await seeRing(t, commerce, 'bucket-ring', { DATA_DIR: testFolder(t) })
  t.equal(unnamed.status, 404, 'of a host that nobody has named nothing is fetched')
})
