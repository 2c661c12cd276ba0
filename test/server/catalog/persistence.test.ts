import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { createPersister } from '#server/catalog/persistence/persister.ts'
import { createReaderLock } from '#server/catalog/persistence/reader-lock.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { AMERICA, EUROPE, makeContents, makeProduct, makePriceList } from './make-contents.ts'

const TERMS = { defaultLocale: 'en', priceUnit: 'major' }
const FILE = 'catalog.ndjson'

const products = [makeProduct({ id: 'halo' }), makeProduct({ id: 'studs' })]
const contents = makeContents(products, [
  makePriceList(AMERICA, products, { halo: [30_000], studs: [20_000] }),
  makePriceList(EUROPE, products, { halo: [27_000], studs: [18_000] }),
])

function openPersister(folder: string, terms = TERMS) {
  const warnings: string[] = []
  const persister = createPersister({ folder, terms, log: { warn: (_facts, message) => warnings.push(message) } })
  return { persister, warnings }
}

async function save(folder: string): Promise<void> {
  const { persister } = openPersister(folder)
  await persister.load()
  persister.saveSoon(contents)
  await persister.flush()
}

t.test('a saved catalog is complete after a restart, with the prices of every region', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { persister, warnings } = openPersister(folder)
  const loaded = await persister.load()
  t.same(loaded?.contents.products, contents.products)
  t.same(loaded?.contents.priceLists, contents.priceLists)
  t.same(loaded?.contents.frame, contents.frame)
  t.same(warnings, [])
  t.equal(await persister.load(), undefined, 'an unchanged file is not read again')
  t.same(await readdir(folder), [FILE], 'no temporary file is left')
})

t.test('texts longer than a chunk are saved and loaded completely', async (t) => {
  const folder = testFolder(t)
  const [halo] = products
  if (!halo) return
  const ru = { ...halo.words.ru, description: 'Кольцо с ореолом. '.repeat(60_000) }
  const long = makeContents([{ ...halo, words: { ...halo.words, ru } }, ...products.slice(1)], [])
  const { persister } = openPersister(folder)
  await persister.load()
  persister.saveSoon(long)
  await persister.flush()
  t.same((await openPersister(folder).persister.load())?.contents.products, long.products)
})

t.test('a damaged file is renamed and logged, never served', async (t) => {
  const damages: Record<string, (file: string) => Promise<void>> = {
    'cut short': (file) => truncate(file, 400),
    empty: (file) => truncate(file, 0),
    'longer than it was': (file) => appendFile(file, '{"product":{}}\n'),
    'a changed price': async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('30000', '10000')),
    'not ours at all': (file) => writeFile(file, 'hello\nworld\n'),
  }
  for (const [name, damage] of Object.entries(damages)) {
    const folder = testFolder(t)
    await save(folder)
    await damage(join(folder, FILE))
    const { persister, warnings } = openPersister(folder)
    t.equal(await persister.load(), undefined, name)
    t.match(warnings, [/was renamed/], name)
    t.same(await readdir(folder), [`${FILE}.damaged`], name)
  }
})

t.test('a file saved with other terms is neither used nor moved', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { persister, warnings } = openPersister(folder, { ...TERMS, priceUnit: 'minor' })
  t.equal(await persister.load(), undefined)
  t.same(warnings, [])
})

t.test('a failed save is logged and does not stop the shop', async (t) => {
  const folder = testFolder(t, { place: 'a file where a folder should be' })
  const { persister, warnings } = openPersister(join(folder, 'place', 'below'))
  persister.saveSoon(contents)
  await persister.flush()
  t.match(warnings, [/could not be saved/])
})

t.test('the saved time is when the catalog last matched the backend', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { persister } = openPersister(folder)
  await persister.load()
  const at = Date.now() - 60_000
  persister.markCurrent(at)
  await persister.flush()
  t.ok(Math.abs(((await persister.savedAt()) ?? 0) - at) < 2)
})

t.test('one process holds the reader lock; when it is killed another takes over', async (t) => {
  const file = join(testFolder(t), 'reader.lock')
  const holder = await holdElsewhere(file)
  t.teardown(() => holder.kill('SIGKILL'))
  const ours = createReaderLock(file)
  const others = createReaderLock(file)
  t.equal(await ours.acquireOrRenew(), false, 'not while the holder runs')

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const [first, second] = await Promise.all([ours.acquireOrRenew(), others.acquireOrRenew()])
  t.not(first, second, 'only one of two concurrent processes')
  t.equal(await ours.acquireOrRenew(), first, 'the holder keeps it')

  await (first ? ours : others).release()
  t.equal(await (first ? others : ours).acquireOrRenew(), true, 'a released lock is free at once')
})

t.test('a process with a reused pid does not count as the lock’s holder', async (t) => {
  const file = join(testFolder(t), 'reader.lock')
  const ours = createReaderLock(file)
  await ours.acquireOrRenew()
  const holder: object = {
    ...(JSON.parse(await readFile(file, 'utf8')) as object),
    token: 'of-a-dead-one',
    started: '1',
  }
  await writeFile(file, JSON.stringify(holder))
  t.equal(await ours.acquireOrRenew(), true)
})

async function holdElsewhere(file: string): Promise<ChildProcess> {
  const source = `
    import { createReaderLock } from '#server/catalog/persistence/reader-lock.ts'
    await createReaderLock(process.argv[1]).acquireOrRenew()
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, file], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
