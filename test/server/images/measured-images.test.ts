import sharp from 'sharp'
import t from 'tap'

import { openImages } from './open-images.ts'

t.test('the staff learns which images of a product the shop cannot show or shows blurred', async (t) => {
  const asked: string[] = []
  const remote: Record<string, Buffer> = {
    '/static/large.png': await square(1400),
    '/static/small.png': await square(300),
  }
  const { app, far } = await openImages(t, {
    media: { 'ring.png': await square(1200), 'thumb.png': await square(400), 'note.png': Buffer.from('no image') },
    backend: ({ url = '' }, response) => {
      asked.push(url)
      const isHeavy = url === '/static/heavy.png'
      const length = isHeavy ? { 'content-length': 20_000_001 } : {}
      response.writeHead(isHeavy || remote[url] ? 200 : 404, { 'content-type': 'image/png', ...length })
      response.end(remote[url])
    },
  })
  const measure = async (source: string) => app.images.measure(source)
  const fine = { width: 1200, height: 1200, problem: null }
  t.same(await measure('ring.png'), fine)
  t.match(await measure('thumb.png'), {
    width: 400,
    problem: /^It is blurred in the zoom\. Its shorter side needs 1200/,
  })
  t.match(await measure('note.png'), { width: null, problem: /^It is no image, or is damaged\./ })
  t.match(await measure('gone.png'), { problem: /^There is no image at its address\./ })
  t.match(await measure('../site.yml'), { problem: /^The shop does not load images from its host\./ })
  t.match(await measure('https://elsewhere.example/ring.png'), { problem: /^The shop does not load images/ })
  t.match(await measure(`${far}/static/large.png`), { width: 1400, problem: null })
  t.match(await measure(`${far}/static/small.png`), { width: 300, problem: /^It is blurred/ })
  t.match(await measure(`${far}/static/gone.png`), { problem: /^There is no image at its address\./ })
  t.match(await measure(`${far}/static/heavy.png`), { problem: /^It has more than 20 MB/ })
  await measure(`${far}/static/large.png`)
  t.equal(asked.filter((url) => url === '/static/large.png').length, 1, 'an image is downloaded once')
})

t.test('an image with more than 50 megapixels is reported without being decoded', async (t) => {
  const { app } = await openImages(t, { media: { 'wall.png': await square(7100) } })
  t.match(await app.images.measure('wall.png'), { width: 7100, problem: /^It has more than 50 megapixels/ })
})

async function square(size: number): Promise<Buffer> {
  const create = { width: size, height: size, channels: 3, background: '#9c8' } as const
  return sharp({ create, limitInputPixels: false }).png().toBuffer()
}
