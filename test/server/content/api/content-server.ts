import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import type { Test } from 'tap'

import { CONTENT_BASE } from '#content/request/content-address.ts'
import { MAX_HEADER_BYTES } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { contentRoutes } from '#server/content/api/content-routes.ts'
import { content } from '#server/content/content-plugin.ts'
import { preview } from '#server/http/visitor.ts'
import { media } from '#server/images/media-plugin.ts'
import { testFolder } from '#test/support/test-folder.ts'

export const TOKEN = 'a-token-for-authors'
const OTHER_TOKEN = 'another-token'

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n${title} in a sentence.\n`

/** Content in two languages, with drafts by name and by front matter in both, and one in a draft folder. */
const FILES = {
  en: {
    'index.md': page('Home'),
    'rings.md': page('Rings', 'rating: 5\ndiscount: 100%\n'),
    'secret.md': page('Secret plans', 'draft: true\nrating: 5\n'),
    blogs: {
      '_dir.yml': 'title: Journal\nlayout: courses\n',
      '1.silver.md': page('Silver', 'date: 2026-01-01\n'),
      '2.gold.draft.md': page('Unwritten gold', 'date: 2026-01-02\n'),
      '3.pearls.md': page('Pearls', 'date: 2026-01-03\n'),
    },
    'hidden.draft': { 'index.md': page('Hidden folder'), 'inner.md': page('Hidden inside') },
  },
  ru: {
    'index.md': page('Главная'),
    'rings.md': page('Кольца'),
    'secret.md': page('Тайные планы', 'draft: true\n'),
  },
  media: { 'manifest.json': '[]' },
}

/** A server with only the content routes, over a small content folder; closes with the test. */
export async function buildContentServer(t: Test): Promise<FastifyInstance> {
  const app = await openContentServer(testFolder(t, FILES))
  t.teardown(() => app.close())
  return app
}

export async function openContentServer(contentDir: string): Promise<FastifyInstance> {
  const app = fastify({ http: { maxHeaderSize: MAX_HEADER_BYTES } })
  const env = { CONTENT_DIR: contentDir, PREVIEW_TOKENS: `${OTHER_TOKEN}, ${TOKEN}` }
  app.decorate('config', loadConfig(env) as ServerConfig)
  // Tests send more requests than the rate limit allows.
  app.decorate('limit', () => Object.assign(async () => {}, { peek: async () => {}, allows: async () => true }))
  await app.register(cookie)
  await app.register(media)
  await app.register(content)
  await app.register(preview)
  await app.register(contentRoutes, { prefix: CONTENT_BASE })
  await app.ready()
  return app
}

export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (url) => {
    const { statusCode, body } = await app.inject({ url: url as string })
    return new Response(body, { status: statusCode })
  }
}
