import t from 'tap'

import { readOwnProducts } from '#server/cli/import/own-format.ts'
import type { ShopFacts } from '#server/cli/import/read-shop.ts'
import { readTable } from '#server/cli/import/read-table.ts'
import { createReport } from '#server/cli/import/report.ts'
import { readReductions } from '#server/price-ledger/price-ledger-queries.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const TODAY = '/api/_internal/staff/today'

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

const shop = await startShop(t, { isReader: true })
const { url, app } = shop
await until(() => app.database.state() === 'ready')

t.test('only Medusa may ask what waits for the staff', async (t) => {
  const headers = { 'content-type': 'application/json' }
  t.equal((await fetch(url + TODAY, { method: 'POST', headers, body: '{}' })).status, 401)
})

async function ask<Answer>(report: string, body: object = {}): Promise<Answer> {
  const response = await signedCall(`${url}/api/_internal/staff/${report}`, body, shop.config.secret)
  t.equal(response.status, 200, report)
  return (await response.json()) as Answer
}

t.test('the dashboard shows the withdrawals that the command line shows', async (t) => {
  await app.database.query(
    "INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, staff_note, due_at) SELECT gen_random_uuid(), 'order_01', 'K7QM-4T2X-5', 'en', '[]', '[]', 'staff', 'Request the return by hand.', now()",
  )
  const today = (await (await signedCall(url + TODAY, {}, shop.config.secret)).json()) as {
    withdrawals: { staff: number; list: { id: string; number: string }[] }
  }
  t.match(today, { emails: [], withdrawals: { staff: 1, list: [{ number: 'K7QM-4T2X-5' }] }, demand: [], searches: [] })
  const id = today.withdrawals.list[0]?.id
  const done = await signedCall(`${url}/api/_internal/staff/withdrawals/done`, { id }, shop.config.secret)
  t.same(await done.json(), { isDone: true })
  t.match(await (await signedCall(url + TODAY, {}, shop.config.secret)).json(), { withdrawals: { staff: 0, list: [] } })
})

t.test('the dashboard warns of sending an order with a withdrawal until that is carried out', async (t) => {
  await app.database.query(
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, due_at, next_try_at)
     SELECT gen_random_uuid(), 'order_' || name, 'K7QM-4T2X-5', 'en', '[]', '[]', state, due, now() + interval '1 hour'
     FROM (VALUES
       ('new', 'waiting', now() + interval '1 day'), ('due', 'waiting', now() - interval '1 minute'),
       ('canceled', 'taken_back', now()), ('done', 'done', now())
     ) AS sent (name, state, due)`,
  )
  const { withdrawals } = await ask<{ withdrawals: { orders: string[] } }>('today')
  t.same(withdrawals.orders.toSorted(), ['order_due', 'order_new'])
})

t.test('the dashboard shows the withdrawals of an order, whatever their state', async (t) => {
  await app.database.query(
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, reason, return_id, due_at)
     VALUES (gen_random_uuid(), 'order_02', 'K7QM-4T2X-5', 'en', '[{"id": "1", "title": "Ring", "quantity": 1}]', '[]', 'done', 'Too small', 'return_1', now())`,
  )
  t.match(await ask('order', { id: 'order_02' }), {
    withdrawals: [{ state: 'done', reason: 'Too small', return_id: 'return_1', lines: [{ title: 'Ring' }] }],
    emails: [],
  })
  t.same(await ask('order', { id: 'order_03' }), { withdrawals: [], emails: [] })
})

t.test('the ledger names the variant of each currency that is reduced least', async (t) => {
  const variants = [
    { id: 'v1', sku: 'MOSS-5', amount: 500, original: 1000 },
    { id: 'v2', sku: 'MOSS-6', amount: 550, original: 1000 },
  ]
  await app.database.query(
    `INSERT INTO price_ledger (region_id, currency, product_id, handle, digest, variants)
     VALUES ('reg_xts', 'XTS', 'prod_moss', 'moss-ring', 'digest', $1)`,
    [JSON.stringify(variants)],
  )
  t.same(
    (await readReductions(app.database)).find(({ currency }) => currency === 'XTS'),
    {
      currency: 'XTS',
      least: 45,
      most: 50,
      leastOf: { handle: 'moss-ring', sku: 'MOSS-6', amount: 550, original: 1000 },
    },
  )
})

async function check(changes: Partial<typeof FIELDS>): Promise<Checked> {
  return ask<Checked>('product-fields/check', { ...FIELDS, ...changes })
}

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
    await ask('product-fields', {
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
  t.match(await ask('product-fields', { metadata: null, tags: [], ...materials }), {
    fields: { stones: [], engraving: '' },
  })
})
