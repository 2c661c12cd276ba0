import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { content } from '#server/content/content-plugin.ts'
import { preview } from '#server/http/visitor.ts'
import { media } from '#server/images/media-plugin.ts'
import { feedRoutes } from '#server/pages/seo/feeds/feed-routes.ts'
import { rssRoutes } from '#server/pages/seo/rss-routes.ts'
import { testFolder } from '#test/support/test-folder.ts'

async function openFeeds(known: { words: string }): Promise<FastifyInstance> {
  const app = fastify()
  const shop = { version: 'v1', handles: () => [] }
  const parts: Record<string, unknown> = {
    catalog: { regionForCurrency: () => ({ id: 'eu', currency_code: 'EUR' }), shop: () => shop },
    content: {
      get version() {
        return known.words
      },
    },
    config: { publicUrl: 'https://shop.example' },
    site: { brand: 'Lumenite' },
    build: 'b1',
  }
  for (const [name, part] of Object.entries(parts)) app.decorate(name, part)
  await app.register(feedRoutes)
  return app
}

t.test('a program that has read a feed reads it again when a photograph is another', async (t) => {
  const known = { words: 'w1' }
  const app = await openFeeds(known)
  t.teardown(() => app.close())
  const url = '/feeds/meta-ru.xml'
  const { etag } = (await app.inject(url)).headers
  const again = async () => (await app.inject({ url, headers: { 'if-none-match': String(etag) } })).statusCode
  t.equal(await again(), 304)
  known.words = 'w2'
  t.equal(await again(), 200)
})

const article = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: Words.\ndate: 2026-01-01\n${more}---\nWords.\n`

t.test('a feed can be read whatever its authors type, and holds no draft for anybody', async (t) => {
  const blogs = {
    'ends.md': article('"]]></title><script>"'),
    'odd.md': article(String.raw`"One\u0001 \uFFFFtwo \uD83D\uDC8D"`),
    'soon.md': article('Soon', 'draft: true\n'),
    'later.draft.md': article('Later'),
  }
  const app = fastify()
  t.teardown(() => app.close())
  const contentDir = testFolder(t, { en: { blogs }, media: { 'manifest.json': '[]' } })
  app.decorate('config', loadConfig({ CONTENT_DIR: contentDir, PREVIEW_TOKENS: 'secret' }) as ServerConfig)
  await app.register(cookie)
  await app.register(media)
  await app.register(content)
  await app.register(preview)
  await app.register(rssRoutes)

  for (const query of ['', '?preview=secret']) {
    const { body } = await app.inject(`/en/blogs/rss.xml${query}`)
    t.equal(body.match(/<item>/g)?.length, 2)
    t.match(body, 'One two 💍')
    t.notMatch(body, /Soon|Later/)
    t.match(body, '<![CDATA[]]]]><![CDATA[></title><script>]]>')
  }
})
