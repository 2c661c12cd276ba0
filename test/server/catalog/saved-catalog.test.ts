import { appendFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { encodeCatalog, loadCatalog, saveCatalog, savedAt } from '#server/catalog/saved-catalog.ts'
import { testFolder } from '#test/support/test-folder.ts'

import { AMERICA, EUROPE, makeContents, makeProduct, makePriceList } from './make-contents.ts'

const TERMS = { defaultLocale: 'en', priceUnit: 'major' }
const FILE = 'catalog.v8'

const products = Array.from({ length: 25 }, (_, nth) => makeProduct({ id: `ring-${nth}` }))
const amountsOf = (amount: number) => Object.fromEntries(products.map(({ id }) => [id, [amount]]))
const contents = makeContents(products, [
  makePriceList(AMERICA, products, amountsOf(30_000)),
  makePriceList(EUROPE, products, amountsOf(27_000)),
])

async function save(folder: string): Promise<string> {
  const file = join(folder, FILE)
  await saveCatalog(file, await encodeCatalog(contents, TERMS))
  return file
}

t.test('a saved catalog is complete after a restart, with the prices of every region', async (t) => {
  const folder = testFolder(t)
  t.equal(await savedAt(join(folder, FILE)), undefined)
  t.equal(await loadCatalog(join(folder, FILE), TERMS, null), undefined)
  const file = await save(folder)
  const loaded = await loadCatalog(file, TERMS, null)
  t.same(loaded?.contents, contents)
  t.same(await readdir(folder), [FILE], 'no temporary file is left')
  t.same(await loadCatalog(file, TERMS, loaded?.version ?? ''), { version: loaded?.version }, 'the known version')
  t.ok(((await savedAt(file)) ?? 0) > 0)
})

t.test('the version changes with any price', async (t) => {
  const versionOf = async (euros: number) => {
    const list = makePriceList(EUROPE, products, { ...amountsOf(27_000), 'ring-24': [euros] })
    return (await encodeCatalog(makeContents(products, [list]), TERMS)).version
  }
  t.equal(await versionOf(27_000), await versionOf(27_000))
  t.not(await versionOf(27_000), await versionOf(28_000))
})

t.test('a damaged file is never served', async (t) => {
  const damages: Record<string, (file: string) => Promise<void>> = {
    'cut short': (file) => truncate(file, 4000),
    'longer than it was': (file) => appendFile(file, 'more'),
    'not ours at all': (file) => writeFile(file, 'hello\nworld\n'),
    empty: (file) => truncate(file, 0),
  }
  for (const [name, damage] of Object.entries(damages)) {
    const file = await save(testFolder(t))
    await damage(file)
    await t.rejects(loadCatalog(file, TERMS, null), name)
  }
})

t.test('a file saved with other terms is not used', async (t) => {
  const file = await save(testFolder(t))
  t.equal(await loadCatalog(file, { ...TERMS, priceUnit: 'minor' }, null), undefined)
})

t.test('a failed save leaves the last file', async (t) => {
  const folder = testFolder(t, { [FILE]: {} })
  await t.rejects(save(folder))
  t.same(await readdir(folder), [FILE])
})
