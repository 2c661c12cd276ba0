import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { keepBuilds } from '../../src/build/keep-builds.ts'

async function createDist(t: Test) {
  const dir = await mkdtemp(join(tmpdir(), 'lumenite-builds-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  await mkdir(join(dir, 'assets'))
  const { writeBundle } = keepBuilds()
  return {
    async build(...names: string[]) {
      const files = names.map((name) => `assets/${name}`)
      for (const file of files) {
        for (const ending of ['', '.br', '.gz']) await writeFile(join(dir, file + ending), file)
      }
      const bundle = Object.fromEntries(files.map((file) => [file, {}]))
      if (typeof writeBundle !== 'function') throw new Error('the plugin writes no bundle')
      await (writeBundle as (options: object, bundle: object) => Promise<void>)({ dir }, bundle)
    },
    lie: async (name: string) => writeFile(join(dir, 'assets', name), ''),
    files: async () => (await readdir(join(dir, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted(),
    all: async () => readdir(join(dir, 'assets')),
  }
}

t.test('a page that the last build or the one before it sent still finds its files', async (t) => {
  const dist = await createDist(t)
  await dist.build('a1.js', 'same.js')
  await dist.build('a2.js', 'same.js')
  await dist.build('a3.js', 'same.js')
  t.same(await dist.files(), ['a1.js', 'a2.js', 'a3.js', 'same.js'])
  await dist.build('a4.js', 'same.js')
  t.same(await dist.files(), ['a2.js', 'a3.js', 'a4.js', 'same.js'])
  t.equal((await dist.all()).length, 12, 'what is compressed goes with it')
})

t.test('building the same again pushes nothing out, and going back brings the old one to the front', async (t) => {
  const dist = await createDist(t)
  for (const name of ['a1.js', 'a2.js', 'a2.js', 'a2.js', 'a2.js']) await dist.build(name)
  t.same(await dist.files(), ['a1.js', 'a2.js'])
  await dist.build('a3.js')
  await dist.build('a1.js')
  await dist.build('a4.js')
  t.same(await dist.files(), ['a1.js', 'a3.js', 'a4.js'])
})

t.test('what lay there before anybody counted stays for one build more', async (t) => {
  const dist = await createDist(t)
  await dist.lie('older.js')
  await dist.build('a1.js')
  t.same(await dist.files(), ['a1.js', 'older.js'])
  await dist.build('a2.js')
  t.same(await dist.files(), ['a1.js', 'a2.js'])
})
