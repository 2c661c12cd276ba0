import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { createKeeper } from '#server/catalog/keeping/keeper.ts'
import { createMailbox } from '#server/catalog/keeping/mailbox.ts'
import { createReaderLock } from '#server/catalog/keeping/reader-lock.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { AMERICA, EUROPE, makeContents, makeProduct, makeSheet } from './make-contents.ts'

const TERMS = { defaultLocale: 'en', priceUnit: 'major' }
const FILE = 'catalog.ndjson'

const products = [makeProduct({ id: 'halo' }), makeProduct({ id: 'studs' })]
const contents = makeContents(products, [
  makeSheet(AMERICA, products, { halo: [30_000], studs: [20_000] }),
  makeSheet(EUROPE, products, { halo: [27_000], studs: [18_000] }),
])

function openKeeper(folder: string, terms = TERMS) {
  const warnings: string[] = []
  const keeper = createKeeper({ folder, terms, log: { warn: (_facts, message) => warnings.push(message) } })
  return { keeper, warnings }
}

async function save(folder: string): Promise<void> {
  const { keeper } = openKeeper(folder)
  await keeper.load()
  keeper.saveSoon(contents)
  await keeper.settle()
}

t.test('what was saved is there after a restart, prices of every region included', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { keeper, warnings } = openKeeper(folder)
  const loaded = await keeper.load()
  t.same(loaded?.contents.products, contents.products)
  t.same(loaded?.contents.sheets, contents.sheets)
  t.same(loaded?.contents.frame, contents.frame)
  t.same(warnings, [])
  t.equal(await keeper.load(), undefined, 'a file that we hold already is not read again')
  t.same(await readdir(folder), [FILE], 'nothing else is left')
})

t.test('a catalogue that the disk refused at first is as old after the second try as it was before', async (t) => {
  const folder = testFolder(t)
  const { keeper, warnings } = openKeeper(folder)
  await keeper.load()
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  const confirmedAt = Date.now() - 3_600_000
  keeper.saveSoon(contents)
  keeper.confirm(confirmedAt)
  await keeper.settle()
  t.equal(warnings.length, 1)

  await rm(folder)
  await mkdir(folder)
  await keeper.settle()
  t.equal(await keeper.savedAt(), confirmedAt)
})

t.test('a saved catalogue that somebody takes away is saved again with the next reading', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  for (const isOurs of [false, true]) {
    const { keeper, warnings } = openKeeper(folder)
    await keeper.load()
    if (isOurs) keeper.saveSoon(contents)
    await keeper.settle()
    await rm(join(folder, FILE))
    keeper.confirm(Date.now())
    await keeper.settle()
    t.same((await openKeeper(folder).keeper.load())?.contents.products, contents.products)
    t.same(warnings, [])
  }
})

t.test('words that are longer than what is read at a time come back whole', async (t) => {
  const folder = testFolder(t)
  const [halo] = products
  if (!halo) return
  const ru = { ...halo.words.ru, description: 'Кольцо с ореолом. '.repeat(60_000) }
  const long = makeContents([{ ...halo, words: { ...halo.words, ru } }, ...products.slice(1)], [])
  const { keeper } = openKeeper(folder)
  await keeper.load()
  keeper.saveSoon(long)
  await keeper.settle()
  t.same((await openKeeper(folder).keeper.load())?.contents.products, long.products)
})

t.test('a damaged file is moved aside and told of, never shown', async (t) => {
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
    const { keeper, warnings } = openKeeper(folder)
    t.equal(await keeper.load(), undefined, name)
    t.match(warnings, [/moved aside/], name)
    t.same(await readdir(folder), [`${FILE}.damaged`], name)
  }
})

t.test('a file saved on other terms, or by another version of the shop, is left alone and not used', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { keeper, warnings } = openKeeper(folder, { ...TERMS, priceUnit: 'minor' })
  t.equal(await keeper.load(), undefined)
  t.same(warnings, [])
})

t.test('a disk that refuses costs a line in the log, not the shop', async (t) => {
  const folder = testFolder(t, { place: 'a file where a folder should be' })
  const { keeper, warnings } = openKeeper(join(folder, 'place', 'below'))
  keeper.saveSoon(contents)
  await keeper.settle()
  t.match(warnings, [/could not be saved/])
})

t.test('the age of what is saved is when it was last found true', async (t) => {
  const folder = testFolder(t)
  await save(folder)
  const { keeper } = openKeeper(folder)
  await keeper.load()
  const at = Date.now() - 60_000
  keeper.confirm(at)
  await keeper.settle()
  t.ok(Math.abs(((await keeper.savedAt()) ?? 0) - at) < 2)
})

t.test('of several processes one reads; when it is killed another takes over', async (t) => {
  const file = join(testFolder(t), 'reader.lock')
  const holder = await holdElsewhere(file)
  t.teardown(() => holder.kill('SIGKILL'))
  const ours = createReaderLock(file)
  const others = createReaderLock(file)
  t.equal(await ours.attend(), false, 'while its holder lives')

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const [first, second] = await Promise.all([ours.attend(), others.attend()])
  t.not(first, second, 'one of two that both find it free')
  t.equal(await ours.attend(), first, 'and it stays so')

  await (first ? ours : others).release()
  t.equal(await (first ? others : ours).attend(), true, 'a lock that was given back is free at once')
})

t.test('a process that was given the pid of a dead one is not taken for it', async (t) => {
  const file = join(testFolder(t), 'reader.lock')
  const ours = createReaderLock(file)
  await ours.attend()
  const holder: object = {
    ...(JSON.parse(await readFile(file, 'utf8')) as object),
    token: 'of-a-dead-one',
    started: '1',
  }
  await writeFile(file, JSON.stringify(holder))
  t.equal(await ours.attend(), true)
})

t.test('letters between processes arrive once, in order', async (t) => {
  const mailbox = createMailbox(join(testFolder(t), 'letters'))
  t.same(await mailbox.collect(), [])
  await mailbox.post({ refresh: ['prod_1'] })
  await mailbox.post({ region: 'reg_1' })
  t.same((await mailbox.collect()).length, 2)
  t.same(await mailbox.collect(), [])
})

async function holdElsewhere(file: string): Promise<ChildProcess> {
  const source = `
    import { createReaderLock } from '#server/catalog/keeping/reader-lock.ts'
    await createReaderLock(process.argv[1]).attend()
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, file], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
