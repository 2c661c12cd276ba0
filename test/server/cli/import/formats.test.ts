import t from 'tap'

import { readOwnProducts } from '#server/cli/import/own-format.ts'
import type { ShopFacts } from '#server/cli/import/read-shop.ts'
import { readTable, type Table } from '#server/cli/import/read-table.ts'
import { createReport, type Report } from '#server/cli/import/report.ts'
import { isShopifyTable, readShopifyProducts } from '#server/cli/import/shopify-format.ts'

const SHOP = {
  priceUnit: 'major',
  currencies: ['usd', 'jpy'],
  categories: [
    { id: 'pcat_1', handle: 'rings', name: 'Rings', parent_category_id: null },
    { id: 'pcat_2', handle: 'halo', name: 'Halo', parent_category_id: 'pcat_1' },
  ],
  collections: new Map([['new-in', 'pcol_1']]),
  types: new Map(),
  tags: new Map(),
  locationId: 'sloc_1',
  channelId: 'sc_1',
  profileId: 'sp_1',
} as unknown as ShopFacts

function tableOf(text: string): { table: Table; report: Report } {
  const report = createReport()
  const table = readTable(Buffer.from(text), report)
  if (!table) throw new Error(report.errorLines('test').join())
  return { table, report }
}

function readOwn(text: string) {
  const { table, report } = tableOf(text)
  const products = readOwnProducts(table, SHOP, report)
  return { products, errors: report.errorLines('rings.csv'), warnings: report.warningLines() }
}

function readShopify(text: string) {
  const { table, report } = tableOf(text)
  const products = readShopifyProducts(table, { shop: SHOP, currency: 'usd', report })
  return { products, errors: report.errorLines('export.csv'), warnings: report.warningLines(), table }
}

t.test('lines with one handle are the variants of a product, whose texts need one line only', async (t) => {
  const { products, errors } = readOwn(
    [
      'handle;title_en;title_ru;category;collection;option1_name;option1_name_ru;option1_value;option1_value_ru;sku;stock;lead_days;price_usd;price_jpy;images',
      'ring;Ring;Кольцо;halo;new-in;Metal;Металл;Gold;Золото;R-G;3;;1 165,50;150000;a.jpg|b.jpg',
      'ring;;;;;;;Silver;Серебро;R-S;0;15;65;9000;c.jpg',
    ].join('\r\n'),
  )
  t.same(errors, [])
  t.match(products, [
    {
      handle: 'ring',
      texts: { en: { title: 'Ring' }, ru: { title: 'Кольцо' } },
      categories: ['pcat_1', 'pcat_2'],
      collection: 'pcol_1',
      options: [{ title: 'Metal', russian: 'Металл' }],
      images: ['a.jpg', 'b.jpg', 'c.jpg'],
      variants: [
        { sku: 'R-G', stock: 3, values: [{ value: 'Gold', russian: 'Золото' }], allowBackorder: undefined },
        { sku: 'R-S', stock: 0, metadata: { lead_days: 15 }, allowBackorder: true },
      ],
    },
  ])
  t.same(
    [...(products[0]?.variants[0]?.prices ?? [])],
    [
      ['usd', 1165.5],
      ['jpy', 150_000],
    ],
  )
})

t.test('every mistake is listed at once, with line, column and what to do', async (t) => {
  const { errors } = readOwn(
    [
      'handle,title_en,description_en,category,stones,option1_name,option1_value,sku,stock,price_usd,price_jpy,price_eur,colour',
      'ring,Ring,<b>Bold</b>,hats,1 oval 8,Metal,Gold,R-1,-1,$5,100.50,1,',
      ',Ring,,,,Metal,Silver,R-2,1,5,100,1,',
      'ring,Other,,,1 oops,,Gold,R-1,1.5,,100,1,red',
      'Big Ring,Ring,,,,Metal,Gold,R-4,1,5,100,1,',
      'bare,,,,,,,,1,5,100,1,',
    ].join('\n'),
  )
  t.match(errors, [
    /^rings.csv, line 1, column L "price_eur": no region of the shop has the currency EUR\. Remove the column\.$/,
    /^rings.csv, line 1, column M "colour": this column is not known\. /,
    /^rings.csv, line 2, column C "description_en": .*HTML would be visible\. Remove the tags\.$/,
    /^rings.csv, line 2, column D "category": there is no category "hats"\. /,
    /^rings.csv, line 2, column I "stock": "-1" is no stock\. Write a whole number from 0 /,
    /^rings.csv, line 2, column J "price_usd": "\$5" is no price\. /,
    /^rings.csv, line 2, column K "price_jpy": "100.50" has decimals, but JPY has none\. Round it\.$/,
    /^rings.csv, line 3, column A "handle": the handle is missing\. /,
    /^rings.csv, line 4: "Gold" is on line 2 already\. /,
    /^rings.csv, line 4, column B "title_en": this differs from line 2 of the same product\. /,
    /^rings.csv, line 4, column E "stones": this differs from line 2 /,
    /^rings.csv, line 4, column H "sku": the SKU "R-1" is on line 2 already\. /,
    /^rings.csv, line 4, column I "stock": "1.5" is no stock\. /,
    /^rings.csv, line 4, column J "price_usd": the price in USD is missing\. /,
    /^rings.csv, line 5, column A "handle": "Big Ring" is no handle\. /,
    /^rings.csv, line 6, column B "title_en": the title is missing\. /,
    /^rings.csv, line 6, column F "option1_name": the name of the option is missing\. /,
    /^rings.csv, line 6, column H "sku": the SKU is missing\. /,
  ])
  t.match(readOwn('handle,sku\nring,R-1\n').errors, [
    'rings.csv, line 1: the column "title_en" is missing. Add it to the first line.',
    'rings.csv, line 1: the column "option1_name" is missing. Add it to the first line.',
    'rings.csv, line 1: the column "option1_value" is missing. Add it to the first line.',
    'rings.csv, line 1: the column "price_usd" is missing. Add it to the first line.',
    'rings.csv, line 1: the column "price_jpy" is missing. Add it to the first line.',
  ])
})

t.test('one value in two spellings is a mistake, and a price of 0 is remarked', async (t) => {
  const { errors, warnings } = readOwn(
    [
      'handle,title_en,title_ru,option1_name,option1_value,option2_name,option2_value,sku,price_usd,price_jpy',
      'ring,Ring,Кольцо,Metal,Gold,Size,6,R-1,5,100',
      'ring,,,,gold,,7,R-2,0,100',
    ].join('\n'),
  )
  t.same(errors, ['rings.csv, line 3: "gold" is "Gold" on an earlier line of the product. Write the same.'])
  t.same(warnings, ['A variant with a price of 0 is given away.'])
})

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Status,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Variant Image'

t.test('a Shopify export is recognized, and its HTML becomes the plain text that the shop shows', async (t) => {
  const { table, products, errors, warnings } = readShopify(
    [
      SHOPIFY,
      'ring,Ring,"<style>p{}</style><p>A <b>bold</b> ring &amp; more.</p><ul><li>One</li></ul>",Acme,Halo,,active,Metal,Gold,R-G,3.5,shopify,4,deny,100.00,120.00,https://x.example/2.jpg,2,,',
      'ring,,,,,,,,Silver,R-S,,,,continue,50,,https://x.example/1.jpg,1,,https://x.example/1.jpg',
      'ring,,,,,,,,,,,,,,,,https://x.example/3.jpg,3,,',
      'clip,Clip,,Acme,Clips,,archived,Title,Default Title,C-1,,,,deny,10,,,,,',
    ].join('\n'),
  )
  t.ok(isShopifyTable(table))
  t.same(errors, [])
  t.match(products, [
    {
      texts: { en: { title: 'Ring', description: /^A bold ring & more\.\s+\* One$/ } },
      status: 'published',
      categories: ['pcat_1', 'pcat_2'],
      images: ['https://x.example/1.jpg', 'https://x.example/2.jpg', 'https://x.example/3.jpg'],
      variants: [
        { sku: 'R-G', weight: 3.5, stock: 4, allowBackorder: false },
        { sku: 'R-S', stock: undefined, allowBackorder: true, images: ['https://x.example/1.jpg'] },
      ],
    },
    { handle: 'clip', status: 'draft', categories: [], options: [{ title: 'Title' }] },
  ])
  t.match(warnings, [
    'The file has prices in USD only: new products are not sold in JPY.',
    'The file has no Russian texts: new products are shown in English until they are translated.',
    /^Compare-at prices are not imported: /,
    /^Products with the type "Clips" get no category, /,
  ])
})

t.test('a Shopify export is read as Shopify writes it: oversold, unpublished, with thousands of grams', async (t) => {
  const { products, errors } = readShopify(
    [
      SHOPIFY.replace('Status', 'Status,Published'),
      'ring,Ring,,Acme,Halo,,active,false,Metal,Gold,R-G,"1,250",shopify,-2,deny,100,,,,,',
    ].join('\n'),
  )
  t.same(errors, [])
  t.match(products, [{ status: 'draft', variants: [{ stock: 0, weight: 1250 }] }])
})

t.test('what a Shopify export has and the shop cannot show is an error', async (t) => {
  const { errors } = readShopify(
    [SHOPIFY, 'ring,Ring,<p><img></p>,Acme,Halo,,sold,Metal,Gold,,1,shopify,2.5,deny,1 euro,,,,,'].join('\n'),
  )
  t.match(errors, [
    /^export.csv, line 2, column C "Body \(HTML\)": .*so <img> would be lost\. /,
    /^export.csv, line 2, column G "Status": "sold" is no status\. /,
    /^export.csv, line 2, column J "Variant SKU": the SKU is missing\. /,
    /^export.csv, line 2, column M "Variant Inventory Qty": "2.5" is no stock\. /,
    /^export.csv, line 2, column O "Variant Price": "1 euro" is no price\. /,
  ])
})

t.test('a product names its films and its model once, and is told of formats that browsers do not show', async (t) => {
  const columns =
    'handle;title_en;title_ru;option1_name;option1_value;sku;price_usd;price_jpy;film;film:white-gold;model'
  const { products, errors } = readOwn(
    [
      columns,
      'ring;Ring;Кольцо;Metal;White gold;R-W;5;100;a.webm a.mp4;films/w.mp4;ring.glb ring.usdz',
      'ring;;;;Silver;R-S;5;100;;;',
    ].join('\n'),
  )
  t.same(errors, [])
  t.same(products[0]?.media, {
    film: ['a.webm', 'a.mp4'],
    'film:white-gold': ['films/w.mp4'],
    model: ['ring.glb', 'ring.usdz'],
  })
  t.same(readOwn([columns, 'ring;Ring;Кольцо;Metal;Silver;R-S;5;100;a.mov;w.mp4;ring.usdz'].join('\n')).errors, [
    'rings.csv, line 2, column I "film": "a.mov" is no film that every browser shows. Export it as .webm or .mp4 (H.264), at 720 px and without sound.',
    'rings.csv, line 2, column J "film:white-gold": the product has no metal "white-gold". Its metals are silver.',
    'rings.csv, line 2, column K "model": only iPhones show a .usdz. Name the .glb before it.',
  ])
})

t.test('films and models that a Shopify export lists among the images are kept, and a .mov is refused', async (t) => {
  const row = (source: string, media = '') => `ring,,,,,,,,,,,,,,,,${source},9,,,${media}`
  const { products, errors, warnings } = readShopify(
    [
      `${SHOPIFY},Media`,
      'ring,Ring,,Acme,Halo,,active,Metal,Gold,R-G,,,,deny,100,,https://x.example/1.jpg,1,,,https://x.example/ring.usdz',
      row('https://x.example/ring.mp4?v=2', 'https://x.example/ring.webm'),
      row('https://x.example/ring.glb'),
      row('https://x.example/other.mp4'),
    ].join('\n'),
  )
  t.same(errors, [])
  t.same(products[0]?.images, ['https://x.example/1.jpg'])
  t.same(products[0]?.media, {
    film: ['https://x.example/ring.webm', 'https://x.example/ring.mp4?v=2'],
    model: ['https://x.example/ring.glb', 'https://x.example/ring.usdz'],
  })
  t.equal(warnings.at(-1), 'A product has one film, so only the first of each format is imported.')
  const refused = readShopify(
    [SHOPIFY, 'ring,Ring,,Acme,Halo,,active,Metal,Gold,R-G,,,,deny,100,,https://x.example/ring.mov,1,,'].join('\n'),
  )
  t.match(refused.errors, [/column Q "Image Src": "https:\/\/x\.example\/ring\.mov" is no film .* Export it as \.webm/])
})
