import { cp, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { createContentLibrary } from '#server/content/content-library.ts'
import { loadMediaImages } from '#server/images/media.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { until } from '#test/support/until.ts'

const PAGE = '---\ntitle: Rings\n---\nRound.\n'
const NO_IMAGES = { resolve: () => undefined, version: '' }

t.test('an edited, added, renamed and removed file shows without a restart', async (t) => {
  const { library, folder, titles } = await openLibrary(t, { en: { 'rings.md': PAGE } })
  let changes = 0
  library.on('change', () => (changes += 1))

  const first = library.version
  await writeFile(join(folder, 'en/rings.md'), PAGE.replace('Rings', 'Bands'))
  await until(() => titles() === 'Bands')
  t.not(library.version, first)
  t.match(library.requests().query({ where: [{ _path: '/rings' }], first: true }), { title: 'Bands' })

  await mkdir(join(folder, 'ru/blogs'), { recursive: true })
  await writeFile(join(folder, 'ru/blogs/1.stones.md'), '# Камни')
  await until(() => titles() === 'Bands, Камни')

  await rename(join(folder, 'en/rings.md'), join(folder, 'en/necklaces.md'))
  await until(() => library.documents().some(({ _path }) => _path === '/necklaces'))
  t.equal(library.documents().length, 2)

  await rm(join(folder, 'ru'), { recursive: true })
  await until(() => titles() === 'Bands')
  t.ok(changes >= 4)
})

t.test('an editor that writes a temporary file and renames it changes the page too', async (t) => {
  const { folder, titles } = await openLibrary(t, { en: { 'rings.md': PAGE } })
  for (const title of ['Bands', 'Hoops']) {
    await writeFile(join(folder, 'en/.rings.md.swp'), PAGE.replace('Rings', title))
    await rename(join(folder, 'en/.rings.md.swp'), join(folder, 'en/rings.md'))
    await until(() => titles() === title)
  }
})

t.test('a change that keeps the size and time of the file shows, although no poll could find it', async (t) => {
  const { library, folder, titles } = await openLibrary(t, { en: { 'rings.md': PAGE } })
  const file = join(folder, 'en/rings.md')
  const past = new Date(Date.now() - 5000)
  await utimes(file, past, past)
  await library.refresh()
  await writeFile(file, PAGE.replace('Rings', 'Bands'))
  await utimes(file, past, past)
  await until(() => titles() === 'Bands')
})

t.test('a file that does not parse keeps its last good version and is reported until it does', async (t) => {
  const { library, folder, titles, log } = await openLibrary(t, { en: { 'rings.md': PAGE, 'a.json': '{"title":"A"}' } })
  const { version } = library

  await writeFile(join(folder, 'en/rings.md'), '---\ntitle: [Bands\n---\nSquare.\n')
  const [fault] = await until(() => library.faults().length > 0 && library.faults())
  t.match(fault, { file: 'en/rings.md', line: 2, message: /^This is not YAML/ })
  t.equal(titles(), 'A, Rings')
  t.equal(library.version, version)
  t.match(log.warnings, [[{ file: 'en/rings.md', line: 2 }, /YAML/]])

  await writeFile(join(folder, 'en/a.json'), '{"title":')
  await until(() => library.faults().length === 2)
  t.equal(titles(), 'A, Rings')

  await writeFile(join(folder, 'en/rings.md'), PAGE.replace('Rings', 'Bands'))
  await until(() => titles() === 'A, Bands')
  t.same(
    library.faults().map(({ file }) => file),
    ['en/a.json'],
  )
  t.equal(log.warnings.length, 2, 'each fault is told once')
})

t.test('an emptied file keeps its last good version, and its author reads how to remove the page', async (t) => {
  const { library, folder, titles } = await openLibrary(t, { en: { 'a.md': '# A', 'b.md': '# B' } })
  const file = join(folder, 'en/a.md')
  await writeFile(file, '')
  await library.refresh()
  t.equal(titles(), 'A, B', 'as it is for a moment while a program saves it')
  t.same(library.faults(), [])
  const past = new Date(Date.now() - 5000)
  await utimes(file, past, past)
  await until(() => library.faults().length === 1)
  t.match(library.faults(), [{ file: 'en/a.md', line: 1, message: /is empty; delete it/ }])
  t.equal(titles(), 'A, B')
  await rm(file)
  await until(() => titles() === 'B')
  t.same(library.faults(), [])
})

t.test('an image that is added to the manifest is shown where it was missing', async (t) => {
  const { library, folder } = await openLibrary(t, {
    en: { 'a.md': '---\npicture: ring.webp\npictureAlt: A ring\n---\n' },
    media: { 'manifest.json': '[]' },
  })
  t.match(library.faults(), [{ file: 'en/a.md', line: 2, message: /no picture/ }])
  const { version } = library

  const ring = { file: 'ring.webp', width: 8, height: 6, alt_en: 'A', alt_ru: 'А' }
  await writeFile(join(folder, 'media/manifest.json'), JSON.stringify([ring]))
  await until(() => library.faults().length === 0)
  t.match(library.documents()[0]?.['picture'], { url: 'ring.webp', width: 8 })
  t.not(library.version, version)

  await writeFile(join(folder, 'media/manifest.json'), '[')
  await until(() => library.faults().length === 1)
  t.match(library.faults(), [{ file: 'media/manifest.json', line: 1, message: /stay as they were/ }])
  t.match(library.documents()[0]?.['picture'], { url: 'ring.webp' })
})

t.test('a folder that disappears for a moment, or is replaced, is still watched', async (t) => {
  const { folder, titles, log } = await openLibrary(t, { en: { 'rings.md': PAGE } })
  const aside = `${folder}-aside`
  t.teardown(() => rm(aside, { recursive: true, force: true }))
  const write = (title: string) => writeFile(join(folder, 'en/rings.md'), PAGE.replace('Rings', title))

  await rename(folder, aside)
  await until(() => log.warnings.length > 0)
  t.equal(titles(), 'Rings', 'what was read stands')
  await rename(aside, folder)
  await write('Bands')
  await until(() => titles() === 'Bands')

  await cp(join(folder, 'en'), join(folder, 'new'), { recursive: true })
  await rename(join(folder, 'en'), join(folder, 'old'))
  await rename(join(folder, 'new'), join(folder, 'en'))
  for (const title of ['Hoops', 'Studs', 'Chains']) {
    await write(title)
    await until(() => titles() === title)
  }
  t.equal(log.warnings.length, 1, 'and told once')
})

t.test('symlinks cannot lead out of the content folder or loop in it', async (t) => {
  const { library, folder, titles } = await openLibrary(t, { en: { 'a.md': '# A' }, elsewhere: { 'b.md': '# B' } })
  const secret = `${folder}-secret.md`
  t.teardown(() => rm(secret))
  await writeFile(secret, '# Not yours')
  await symlink(secret, join(folder, 'en/out.md'))
  await symlink(join(folder, 'elsewhere/b.md'), join(folder, 'en/b.md'))
  await symlink('.', join(folder, 'en/round'))
  await symlink('../elsewhere', join(folder, 'en/beside'))
  await library.refresh()
  t.equal(titles(), 'A, B')
  t.match(library.faults(), [{ file: 'en/out.md', line: 1, message: /leads out of the content folder/ }])
})

t.test('a file that is too large keeps its last good version', async (t) => {
  const { library, folder, titles } = await openLibrary(t, { en: { 'rings.md': PAGE } })
  await writeFile(join(folder, 'en/rings.md'), PAGE.replace('Rings', 'Bands') + 'Round. '.repeat(50_000))
  await until(() => library.faults().length > 0)
  t.equal(titles(), 'Rings')
  t.match(library.faults(), [{ file: 'en/rings.md', message: /more than 256 KB/ }])
})

t.test('an unreadable folder is reported in one sentence', async (t) => {
  const folder = testFolder(t, { en: 'a file' })
  const log = { info() {}, warn() {} }
  const open = (contentDir: string) => createContentLibrary({ contentDir, loadImages: async () => NO_IMAGES, log })
  await t.rejects(open(join(folder, 'none')), { name: 'StartError', message: /CONTENT_DIR.*none.*ENOENT/ })
  await t.rejects(open(folder), { name: 'StartError', message: /CONTENT_DIR.*en.*ENOTDIR/ })
})

async function openLibrary(t: Test, files: Record<string, Record<string, string>>) {
  const folder = testFolder(t, files)
  const warnings: [object, string][] = []
  const log = { warnings, info() {}, warn: (facts: object, message: string) => void warnings.push([facts, message]) }
  const loadImages = async () => ('media' in files ? loadMediaImages(join(folder, 'media')) : NO_IMAGES)
  const library = await createContentLibrary({ contentDir: folder, loadImages, log })
  t.teardown(() => library.close())
  await library.watch()
  const titles = () =>
    library
      .documents()
      .map(({ title }) => title)
      .join(', ')
  return { library, folder, log, titles }
}
