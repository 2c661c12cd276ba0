import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import t, { type Test } from 'tap'

import { imageUrl } from '#shared/images/image-url.ts'
import { until } from '#test/support/until.ts'

import { BROWSER, listOf, openImages, photograph, speck } from './open-images.ts'

const RING = 'ring.png'
const FOREVER = 'public, max-age=31536000, immutable'

t.test('the first shopper sees the image at once, and the next one a smaller file', async (t) => {
  const { url } = await openImages(t, { media: { [RING]: await photograph() } })
  const address = url + imageUrl(RING, 320)
  const first = await fetch(address, { headers: BROWSER })
  t.equal(first.headers.get('content-type'), 'image/webp')
  t.equal(first.headers.get('vary'), 'accept')
  t.match(first.headers.get('cache-control'), /, s-maxage=60$/, 'an edge asks again soon')
  const webp = await bytesOf(first)

  const next = await until(() => whenType(address, 'image/avif'))
  t.equal(next.headers.get('vary'), 'accept')
  t.notMatch(next.headers.get('cache-control'), /s-maxage/)
  const avif = await bytesOf(next)
  t.ok(avif.length < webp.length, `${avif.length} of ${webp.length} bytes`)
  t.match(await sharp(avif).metadata(), { format: 'heif', width: 320 })

  for (const accept of ['*/*', 'image/webp,image/*', 'image/avif;q=0, image/webp', 'text/html']) {
    const plain = await fetch(address, { headers: { accept } })
    t.equal(plain.headers.get('content-type'), 'image/webp', accept)
    t.same(await bytesOf(plain), webp, accept)
  }
})

t.test('a picture that would be larger as avif stays as it is, also after a restart', async (t) => {
  const shop = await openImages(t, { media: { 'dot.png': await speck() } })
  const path = imageUrl('dot.png', 320)
  const settled = async (url: string) => {
    const answer = await fetch(url + path, { headers: BROWSER })
    t.equal(answer.headers.get('content-type'), 'image/webp')
    return !answer.headers.get('cache-control')?.includes('s-maxage')
  }
  await until(() => settled(shop.url))
  await until(async () => (await readdir(shop.cached)).length === 2)
  await shop.app.close()
  t.ok(await settled((await shop.open()).url), 'which is known without trying again')
})

t.test('an address with the version of its bytes is kept for ever, and shows those bytes alone', async (t) => {
  const [old, young] = [await photograph(640, 90), await photograph(640, 150)]
  const { app, url, media, open } = await openImages(t, { media: { [RING]: old } })
  const source = () => app.media.resolve(RING, 'en')?.url ?? ''
  const first = source()
  t.match(first, /^ring\.[\w-]{10}\.png$/)
  const before = await fetch(url + imageUrl(first, 320))
  t.equal(before.headers.get('cache-control'), FOREVER)
  const bytes = await bytesOf(before)
  const texts = app.content.version

  await writeFile(join(media, RING), young)
  await writeFile(join(media, 'manifest.json'), `${listOf([RING])}\n`)
  // By which pages know that they are to be made anew.
  await until(() => app.content.version !== texts)
  t.not(source(), first)
  const after = await fetch(url + imageUrl(source(), 320))
  t.equal(after.headers.get('cache-control'), FOREVER)
  t.notSame(await bytesOf(after), bytes)
  const again = await fetch(url + imageUrl(first, 320))
  t.same(await bytesOf(again), bytes, 'a page that is open still shows what it showed')

  const plain = await fetch(url + imageUrl(RING, 320))
  t.match(plain.headers.get('cache-control'), /max-age=604800/, 'without a version, for a week')
  const unknown = await fetch(url + imageUrl('ring.0123456789.png', 320))
  t.equal(unknown.status, 200, 'an email that was not read for a year')
  t.equal(unknown.headers.get('cache-control'), 'public, no-cache')
  t.equal((await fetch(url + imageUrl('none.0123456789.png', 320))).status, 404)

  await app.close()
  const restarted = await fetch((await open()).url + imageUrl(first, 320))
  t.same(await bytesOf(restarted), bytes)
  t.equal(restarted.headers.get('cache-control'), FOREVER)
})

t.test(
  'a photograph that is replaced, or comes after its list, is shown without anybody touching the list',
  async (t) => {
    const late = 'late.png'
    const { app, media, open } = await openImages(t, { media: { [RING]: await photograph(64, 90) } })
    await app.close()
    await writeFile(join(media, 'manifest.json'), listOf([RING, late]))
    const shop = await open()
    const source = (file: string) => shop.app.media.resolve(file, 'en')?.url ?? ''
    t.equal(source(late), late, 'what is not there has no version')
    const first = source(RING)
    const texts = shop.app.content.version

    await writeFile(join(media, RING), await photograph(64, 150))
    await writeFile(join(media, late), await photograph(64, 30))
    await until(() => source(RING) !== first && source(late) !== late)
    await until(() => shop.app.content.version !== texts)
    for (const file of [RING, late]) {
      const answer = await fetch(shop.url + imageUrl(source(file), 320))
      t.equal(answer.headers.get('cache-control'), FOREVER, file)
    }
  },
)

t.test('what is no picture, or too large a one, is missing, and the others are not', async (t) => {
  const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { app, url } = await openImages(t, {
    media: {
      'torn.webp': (await photograph()).subarray(0, 900),
      'words.webp': Buffer.from('No picture'),
      'huge.png': huge,
      [RING]: await photograph(64),
    },
  })
  const warnings = warningsOf(app)
  for (const file of ['torn.webp', 'words.webp', 'huge.png']) {
    for (const _ of [1, 2]) {
      const answer = await fetch(url + imageUrl(file, 320), { headers: BROWSER })
      t.equal(answer.status, 404, file)
      t.equal(answer.headers.get('cache-control'), 'no-store')
    }
  }
  t.equal(warnings.filter((facts) => 'picture' in facts).length, 3, 'the operator is told of each, once')
  t.equal((await fetch(url + imageUrl(RING, 320))).status, 200)
})

t.test('a disk that takes nothing costs time, and no picture', async (t) => {
  const { app, url, cached } = await openImages(t, { media: { [RING]: await photograph(64) } })
  const warnings = warningsOf(app)
  await rm(cached, { recursive: true, force: true })
  await writeFile(cached, 'in the way')
  for (const width of [320, 640, 768]) t.equal((await fetch(url + imageUrl(RING, width))).status, 200)
  const ofDisk = () => warnings.filter((facts) => 'dir' in facts).length
  await until(ofDisk)
  t.equal(ofDisk(), 1, 'of which the operator is told, and not with every picture')
})

t.test('an image of the backend is fetched once, for all of its sizes and all shoppers', async (t) => {
  const host = await openHost(t)
  const addresses = [320, 640, 320, 320].map((width) => host.url + imageUrl(host.source, width))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => fetch(addresses[index % 4] ?? '', { headers: BROWSER })),
  )
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  const small = await Promise.all(answers.filter((_, index) => index % 4 !== 1).map((answer) => bytesOf(answer)))
  t.equal(new Set(small.map(({ length }) => length)).size, 1)
  t.match(answers[0]?.headers.get('cache-control'), /max-age=604800/, 'its address does not change with its bytes')
  t.equal(host.asked(), 1)

  host.answer = 'down'
  await host.app.close()
  const { url } = await host.open()
  t.equal((await fetch(url + imageUrl(host.source, 768))).status, 200, 'and a new size without its host')
  t.equal((await fetch(url + imageUrl(`${host.source}?other`, 320))).status, 503)
})

t.test('another picture at an old address of the backend is seen after a day', async (t) => {
  const host = await openHost(t)
  const read = async () => (await fetch(host.url + imageUrl(host.source, 320))).text()
  const first = await read()
  host.picture = await photograph(64, 30)
  t.equal(await read(), first)
  t.equal(host.asked(), 1)

  const [note = ''] = (await readdir(host.cached)).filter((name) => name.endsWith('.json'))
  const yesterday = {
    ...(JSON.parse(await readFile(join(host.cached, note), 'utf8')) as object),
    checkedAt: Date.now() - 90_000_000,
  }
  await writeFile(join(host.cached, note), JSON.stringify(yesterday))
  t.equal(await read(), first, 'no client waits for it')
  await until(async () => (await read()) !== first)
  t.equal(host.asked(), 2)
})

t.test('a client that asks for a made-up address of the backend gets an answer, and it is fetched once', async (t) => {
  const held: (() => void)[] = []
  const shop = await openImages(t, {
    backend(request, response) {
      const answer = () => void response.writeHead(404).end()
      if (request.url?.startsWith('/static/')) held.push(answer)
      else answer()
    },
  })
  const get = (index: number) =>
    fetch(shop.url + imageUrl(`${shop.far}/static/${index}.png`, 320), { headers: BROWSER })
  const refused: Response[] = []
  const asked = Array.from({ length: 110 }, async (_, index) => {
    const answer = await get(index)
    if (answer.status === 503) refused.push(answer)
    return answer.status
  })
  await until(() => refused.length === 6)
  for (const { headers } of refused) t.match(headers.get('retry-after'), /^\d+$/, 'is told when to come again')
  t.match(refused[0]?.headers.get('content-type'), 'text/plain', 'and gets no page in place of a picture')

  let answered = 0
  await until(() => {
    for (const answer of held.splice(0)) {
      answer()
      answered += 1
    }
    return answered === 104
  })
  const statuses = await Promise.all(asked)
  t.equal(statuses.filter((status) => status === 404).length, 104)
  t.equal((await get(statuses.indexOf(404))).status, 404)
  t.equal(held.length, 0, 'what is not there is remembered')
})

async function openHost(t: Test) {
  let asked = 0
  const host = { answer: 'well' as 'well' | 'down', picture: await photograph(64) }
  const shop = await openImages(t, {
    backend(request, response) {
      const isImage = request.url?.startsWith('/static/') ?? false
      if (isImage) asked += 1
      if (host.answer === 'down') response.destroy()
      else response.writeHead(isImage ? 200 : 404, { 'content-type': 'image/png' }).end(host.picture)
    },
  })
  return Object.assign(host, shop, { source: `${shop.far}/static/ring.png`, asked: () => asked })
}

function warningsOf(app: FastifyInstance): object[] {
  const warnings: object[] = []
  app.log.warn = (facts: object) => void warnings.push(facts)
  return warnings
}

async function whenType(address: string, type: string): Promise<Response | undefined> {
  const answer = await fetch(address, { headers: BROWSER })
  if (answer.headers.get('content-type') === type) return answer
  await answer.body?.cancel()
  return undefined
}

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}
