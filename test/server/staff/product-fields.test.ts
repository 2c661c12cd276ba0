import t from 'tap'

import { readOwnProducts } from '#server/cli/import/own-format.ts'
import type { ShopFacts } from '#server/cli/import/read-shop.ts'
import { readTable } from '#server/cli/import/read-table.ts'
import { createReport } from '#server/cli/import/report.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { startShop } from '#test/support/test-shop.ts'

const FIELDS = {
  stones: [{ count: '1', cut: 'oval', length: '8', width: '6' }],
  cuts: ['oval'],
  engraving: '20',
  bespoke: false,
  material_en: '14k gold',
  material_ru: 'Золото 585',
}

interface Checked {
  problems: { field: string; message: string }[]
  metadata: object
  drawing: string | null
}

const shop = await startShop(t)

async function ask(path: string, body: object): Promise<unknown> {
  const response = await signedCall(`${shop.url}/api/_internal/staff/product-fields${path}`, body, shop.config.secret)
  t.equal(response.status, 200)
  return response.json()
}

async function check(changes: Partial<typeof FIELDS>): Promise<Checked> {
  return (await ask('/check', { ...FIELDS, ...changes })) as Checked
}

/** The sentences of an import, by column, for a product with the given cells. */
function importProblems(cells: Record<string, string>): Record<string, string> {
  const report = createReport()
  const quoted = Object.values(cells).map((cell) => `"${cell}"`)
  const file = `handle,title_en,option1_name,option1_value,sku,${Object.keys(cells).join()}\nring,Ring,Metal,Gold,R-1,${quoted.join()}`
  const table = readTable(Buffer.from(file), report)
  const facts = { currencies: [], categories: [], collections: new Map(), types: new Map() } as unknown as ShopFacts
  if (table) readOwnProducts(table, facts, report)
  const lines = report.errorLines('file').map((line) => /column \w+ "(\w+)": (.*)$/.exec(line) ?? [])
  return Object.fromEntries(lines.map(([, column = '', sentence = '']) => [column, sentence]))
}

t.test('a merchant reads the sentences of an import, each at its field', async (t) => {
  const imported = importProblems({
    stones: '1 oval 800x6',
    cut: 'ovale',
    engraving: '60',
    material_en: '<b>14k</b> gold',
  })
  t.equal(imported['stones'], '"800" is no size. Write millimeters from 0.01 to 99.99, such as 6.5.')
  const { problems } = await check({
    stones: [...FIELDS.stones, { count: '1', cut: 'oval', length: '800', width: '6' }],
    cuts: ['ovale'],
    engraving: '60',
    material_en: '<b>14k</b> gold',
  })
  t.same(problems, [
    { field: 'stones.1.length', message: imported['stones'] },
    { field: 'cuts', message: imported['cut'] },
    { field: 'engraving', message: imported['engraving'] },
    { field: 'material_en', message: imported['material_en'] },
  ])
})

t.test(
  'fields that are right become the metadata that the shop reads, with the drawing of the product page',
  async (t) => {
    const { problems, metadata, drawing } = await check({
      stones: [
        { count: '1', cut: 'oval', length: ' 8,5', width: '6' },
        { count: '', cut: 'round', length: '1.3', width: '' },
      ],
      bespoke: true,
    })
    t.same(problems, [])
    t.same(metadata, { stones: '1 oval 8.5x6, round 1.3', engraving: 20, bespoke: true })
    t.match(
      drawing,
      /^<svg [^>]*aria-label="Next to a 25¢ coin \(24\.26\u00a0mm\): Oval cut, 8\.5\u00a0×\u00a06\u00a0mm and Round cut, 1\.3\u00a0mm"/,
    )
    const empty = await check({ stones: [], cuts: [], engraving: '' })
    t.match(empty, { metadata: { stones: '', engraving: '', bespoke: '' }, drawing: null })
  },
)

t.test('metadata that was written by hand is shown as fields, also if it is wrong', async (t) => {
  const materials = { material_en: 'Silver', material_ru: '' }
  t.same(
    await ask('', {
      metadata: { stones: '1 oval 8x6,2 ronud 4', engraving: 20, bespoke: 'true', other: 1 },
      tags: ['gift', 'oval'],
      ...materials,
    }),
    {
      fields: {
        stones: [
          { count: '1', cut: 'oval', length: '8', width: '6' },
          { count: '2', cut: 'ronud', length: '4', width: '' },
        ],
        cuts: ['oval'],
        engraving: '20',
        bespoke: true,
        ...materials,
      },
      cuts: ['round', 'oval', 'cushion', 'emerald', 'pear', 'princess', 'radiant', 'marquise', 'asscher', 'heart'],
    },
  )
  t.match(await ask('', { metadata: null, tags: [], ...materials }), { fields: { stones: [], engraving: '' } })
})
