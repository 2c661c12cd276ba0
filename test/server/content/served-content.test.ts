import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

interface Readiness {
  content: { version: string; documents: number; faults: number }
}

t.test('a running server serves the current files, and logs their faults for operators', async (t) => {
  const folder = testFolder(t, { content: { en: { 'rings.md': '# Rings' } } })
  const contentDir = join(folder, 'content')
  await mkdir(join(contentDir, 'media'))
  await cp('content/media/manifest.json', join(contentDir, 'media/manifest.json'))
  const config = loadConfig({
    MEDUSA_URL: 'http://127.0.0.1:9',
    MEDUSA_PUBLISHABLE_KEY: 'pk_test',
    DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none',
    SECRET: 'a secret of at least thirty-two letters',
    CONTENT_DIR: contentDir,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  }) as ServerConfig
  const app = await buildApi(config)
  t.teardown(() => app.close())
  await app.ready()

  const readiness = async () => (await app.inject('/readyz')).json<Readiness>().content
  const titleOf = async (path: string) => {
    const params = JSON.stringify({ where: [{ _path: path }], first: true })
    const answer = await app.inject({ url: '/api/_content/query', query: { _params: params } })
    return answer.json<{ title?: string }>().title
  }
  const before = await readiness()
  t.match(before, { documents: 1, faults: 0 })
  t.equal(await titleOf('/rings'), 'Rings')

  await writeFile(join(contentDir, 'en/rings.md'), '# Bands')
  await until(async () => (await titleOf('/rings')) === 'Bands')
  const after = await readiness()
  t.not(after.version, before.version)

  await writeFile(join(contentDir, 'en/rings.md'), '---\ntitle: "Half\n---\n')
  await until(async () => (await readiness()).faults === 1)
  t.equal(await titleOf('/rings'), 'Bands')
  t.same(await readiness(), { ...after, faults: 1 })
})
