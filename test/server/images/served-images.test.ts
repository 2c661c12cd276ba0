import sharp from 'sharp'
import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { imageUrl, jpegUrl } from '#shared/images/image-url.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShop, visitShop } from '#test/support/test-shop.ts'

const IMAGE = 'social-share.webp'
const shop = await visitShop(t)

t.test('a picture comes in the widths that pages ask for, and in no other', async (t) => {
  const good = await fetch(shop.url + imageUrl(IMAGE, 320))
  t.equal(good.status, 200)
  t.equal(good.headers.get('content-type'), 'image/webp')
  for (const width of ['321', '0', '-320', '0320', '3.2e2', '320px', '1e9', 'NaN', '%33320']) {
    t.equal((await fetch(`${shop.url}/_image/${width}/${IMAGE}`)).status, 404, width)
  }
})

t.test('a letter shows its pictures as jpeg, in whatever mail client it is read', async (t) => {
  const answer = await fetch(jpegUrl(shop.url, IMAGE, 320))
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'image/jpeg')
  t.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
  t.match(await sharp(await answer.arrayBuffer()).metadata(), { format: 'jpeg', width: 320 })
  for (const size of ['640.jpg', '320.jpeg', '320.png', '320.jpg.jpg']) {
    t.equal((await fetch(`${shop.url}/_image/${size}/${IMAGE}`)).status, 404, size)
  }
})

t.test('pictures are read from our media and the backend alone', async (t) => {
  const medusa = new URL((await sharedCommerce()).medusaUrl)
  const elsewhere = [
    'http://a.example/ring.png',
    `http://${medusa.host}@a.example/ring.png`,
    `http://${medusa.host}.a.example/ring.png`,
    `http://${medusa.hostname}:1/ring.png`,
    `${medusa.origin}/health`,
    `${medusa.origin}/static/none.png`,
  ]
  for (const source of elsewhere) t.equal((await fetch(shop.url + imageUrl(source, 320))).status, 404, source)
  for (const path of ['..%2f..%2fpackage.json', '%2fetc%2fpasswd', 'remote/', 'remote/!!', 'none.webp', '.webp']) {
    t.equal((await fetch(`${shop.url}/_image/320/${path}`)).status, 404, path)
  }
})

t.test('a browser that has the picture is told so, however it asks', async (t) => {
  const address = shop.url + imageUrl(IMAGE, 320)
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    t.equal((await fetch(address, { headers: { 'if-none-match': known } })).status, 304, known)
  }
  t.equal((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status, 200)
})

t.test('a picture whose place is down is missing for a while, not broken', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort(0, 'MEDUSA_URL')}`
  const { url } = await startShop(t, { env: { MEDUSA_URL: nobody } })
  const answer = await fetch(url + imageUrl(`${nobody}/static/ring.png`, 320))
  t.equal(answer.status, 503)
  t.match(answer.headers.get('cache-control'), 'no-store')
})

t.test("Android's Scene Viewer gets the ring in the metal that the shopper chose", async (t) => {
  for (const [metal, color] of [
    ['rose-gold', [0.93, 0.655, 0.52, 1]],
    ['platinum', [0.8, 0.81, 0.825, 1]],
  ] as const) {
    const response = await fetch(`${shop.url}/_media/ring-solitaire-round-ar.glb?metal=${metal}`)
    t.equal(response.headers.get('content-type'), 'model/gltf-binary')
    const glb = Buffer.from(await response.arrayBuffer())
    t.equal(glb.readUInt32LE(8), glb.length)
    const length = glb.readUInt32LE(12)
    const { materials } = JSON.parse(glb.toString('utf8', 20, 20 + length)) as { materials: object[] }
    t.match(materials, [{ name: 'metal', pbrMetallicRoughness: { baseColorFactor: color } }, { name: 'stone' }])
    t.equal(glb.toString('latin1', 24 + length, 27 + length), 'BIN')
  }
})
