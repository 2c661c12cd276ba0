import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import sharp from 'sharp'
import t from 'tap'

import { runCommand } from '#test/server/cli/run-command.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { describeModel, makeGlb } from '#test/support/make-glb.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { startOwnShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

import { productLines, writeProducts, type Line } from './product-file.ts'

t.setTimeout(1_800_000)

const { url, commerce } = await startOwnShop(t)
const folder = testFolder(t)
const FILE = join(folder, 'products.csv')
const EXAMPLE = join(import.meta.dirname, '../../../../docs/examples/products.csv')
const COUNT = 3
const lines = productLines(COUNT, folder)
const [first] = lines
const handle = String(first?.['handle'])

async function runImport(args: string[], medusaUrl = commerce.medusaUrl) {
  const env = { MEDUSA_URL: medusaUrl, MEDUSA_ADMIN_KEY: commerce.adminKey }
  return runCommand('import/import-command.ts', args, env)
}

interface ReadProduct {
  title: string
  status: string
  description: string
  metadata: Record<string, string>
  images: { url: string }[]
  variants: {
    sku: string
    thumbnail: string | null
    images: { url: string }[]
    prices: { currency_code: string; amount: number }[]
  }[]
}

async function readProduct(name: string): Promise<ReadProduct | undefined> {
  const fields = 'title,status,description,metadata,*images,*variants,*variants.prices,*variants.images'
  const path = `/admin/products?handle=${name}&fields=${fields}`
  return (await commerce.admin<{ products: ReadProduct[] }>(path)).products[0]
}

async function countProducts(): Promise<number> {
  return (await commerce.admin<{ count: number }>('/admin/products?limit=1&fields=id')).count
}

async function page(path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`)
  return answer.ok ? answer.text() : ''
}

t.test('a dry run says what it would create and writes nothing', async (t) => {
  writeProducts(FILE, lines)
  const before = await countProducts()
  const { code, output } = await runImport([FILE])
  t.equal(code, 0, output)
  t.match(output, `${COUNT} products, ${lines.length} variants`)
  t.match(output, `${COUNT} to create, 0 to change, 0 unchanged; ${before} other products of the shop are left alone.`)
  t.match(output, `  new: ${handle}`)
  t.match(output, 'Nothing was written.')
  t.equal(await countProducts(), before)
})

t.test('the example of the documents fits the sample shop', async (t) => {
  const { code, output } = await runImport([EXAMPLE])
  t.equal(code, 0, output)
  t.match(output, '2 products, 4 variants, 1 images')
  t.match(output, '2 to create, 0 to change, 0 unchanged')
})

t.test('an import creates products that shoppers see in both languages, with image and price', async (t) => {
  const before = await countProducts()
  const { code, output } = await runImport([FILE, '--apply'])
  t.equal(code, 0, output)
  t.match(output, `${COUNT} created, 0 changed, 0 unchanged`)
  t.equal(await countProducts(), before + COUNT)

  const pattern = (text: unknown) => new RegExp(String(text).replaceAll(/[^\p{L}\p{N}]+/gu, '[^<]{1,8}'), 'u')
  const english = await until(async () => page(`/en/shop/product/${handle}`), 60_000)
  t.ok(pattern(first?.['title_en']).test(english), 'the English title')
  t.ok(english.includes(`$${Number(first?.['price_usd']).toLocaleString('en')}`), 'the price')
  const image = /<img[^>]+src="(\/_image\/[^"]+\/remote\/[^"]+)"/.exec(english)?.[1] ?? ''
  t.match((await fetch(`${url}${image}`)).headers.get('content-type'), /^image\//)
  const russian = await until(async () => {
    const html = await page(`/ru/shop/product/${handle}`)
    return pattern(first?.['title_ru']).test(html) && html
  }, 60_000)
  t.ok(pattern(first?.['description_ru']).test(russian), 'the Russian description')
})

t.test('a second import changes nothing, and uploads no image again', async (t) => {
  const before = await readProduct(handle)
  const { code, output } = await runImport([FILE, '--apply'])
  t.equal(code, 0, output)
  t.match(output, `0 created, 0 changed, ${COUNT} unchanged`)
  t.same(await readProduct(handle), before)
})

t.test('a changed price and title change only that', async (t) => {
  const [, ...others] = lines
  const before = await readProduct(handle)
  writeProducts(FILE, [{ ...first, price_usd: 77.5, price_jpy: '' }, ...others])
  const missing = await runImport([FILE, '--apply'])
  t.equal(missing.code, 1)
  t.match(missing.output, /^products.csv, line 2, column [A-Z]+ "price_jpy": the price in JPY is missing\./)

  const sku = String(first?.['sku'])
  const russian = `${first?.['title_ru']} и точка`
  const isFirst = (line: Line) => line['handle'] === handle
  writeProducts(
    FILE,
    lines.map((line) => ({
      ...line,
      ...(isFirst(line) ? { title_ru: russian } : {}),
      ...(line['sku'] === sku ? { price_usd: 77.5 } : {}),
    })),
  )
  const dry = await runImport([FILE])
  t.match(dry.output, `${handle}: ${sku}: price USD ${first?.['price_usd']} → 77.5`)
  t.match(dry.output, `${handle}: Russian title: "`)
  t.match(dry.output, `0 to create, 1 to change, ${COUNT - 1} unchanged`)
  t.match((await runImport([FILE, '--apply'])).output, `0 created, 1 changed, ${COUNT - 1} unchanged`)
  const after = await readProduct(handle)
  const pricesOf = (product: ReadProduct | undefined) =>
    (product?.variants ?? [])
      .flatMap((one) => one.prices.map((price) => `${one.sku} ${price.currency_code} ${price.amount}`))
      .toSorted()
  t.same(
    pricesOf(after),
    pricesOf(before)
      .map((price) => (price.startsWith(`${sku} usd `) ? `${sku} usd 77.5` : price))
      .toSorted(),
  )
  t.same(after?.images, before?.images)
})

t.test('a new size and a new image join a product that is there', async (t) => {
  const line = lines.find((one) => one['option2_value'] === '6')
  const added: Line = {
    ...line,
    sku: `${line?.['sku']}-new`,
    option2_value: '11',
    option2_value_ru: '20,5',
    images: 'new.png',
  }
  writeFileSync(join(folder, 'new.png'), await imageOf(20, '#9c8'))
  writeProducts(FILE, [added])
  const { code, output } = await runImport([FILE, '--apply'])
  t.equal(code, 0, output)
  t.match(output, `${added['sku']}: new variant`)
  t.match(output, '0 created, 1 changed, 0 unchanged')
  const before = lines.filter((one) => one['handle'] === added['handle']).length
  t.equal((await readProduct(String(added['handle'])))?.variants.length, before + 1)
})

t.test('films and a model are imported once, and a model that Medusa refuses comes before any product', async (t) => {
  const [ring] = productLines(1, folder)
  const filmed = { ...ring, handle: 'filmed-ring', sku: 'FILMED', images: '', film: 'ring.mp4', model: 'ring.glb' }
  writeProducts(FILE, [filmed])
  writeFileSync(join(folder, 'ring.mp4'), Buffer.alloc(12_000_000))
  writeFileSync(join(folder, 'ring.glb'), 'no model')
  const wrong = await runImport([FILE])
  t.match(wrong.output, /"film": "ring\.mp4" has 12\.0 MB\. The most is 4 MB: make it smaller\.$/m)
  t.match(wrong.output, /"model": "ring\.glb" is no \.glb, whatever its name, or is damaged\. Export it again\.$/m)

  writeFileSync(join(folder, 'ring.mp4'), '\0\0\0\u0018ftypisom')
  writeFileSync(join(folder, 'ring.glb'), makeGlb(describeModel(2_000_000)))
  const refused = await runImport([FILE, '--apply'])
  t.equal(refused.code, 1)
  t.match(refused.output, /answers 400: ring-\w+\.glb: The model has 2,000,000 vertices; at most 1,000,000\. Reduce/)
  t.equal(await readProduct('filmed-ring'), undefined)

  writeFileSync(join(folder, 'ring.glb'), makeGlb(describeModel(3)))
  const { code, output } = await runImport([FILE, '--apply'])
  t.equal(code, 0, output)
  t.match(output, '1 products, 1 variants, 0 images, 2 films and models')
  t.match((await readProduct('filmed-ring'))?.metadata, {
    film: /\/static\/\d+-ring-[0-9a-f]{32}\.mp4$/,
    model: /\/static\/\d+-ring-[0-9a-f]{32}\.glb$/,
  })
  t.match((await runImport([FILE, '--apply'])).output, '0 created, 0 changed, 1 unchanged')

  const uploaded = (await readProduct('filmed-ring'))?.metadata
  const metal = String(ring?.['option1_value']).toLowerCase().replaceAll(' ', '-')
  writeProducts(FILE, [{ ...filmed, film: '', [`film:${metal}`]: 'ring.mp4' }])
  t.match((await runImport([FILE, '--apply'])).output, '0 created, 1 changed, 0 unchanged')
  t.same((await readProduct('filmed-ring'))?.metadata, { ...uploaded, [`film:${metal}`]: uploaded?.['film'] })
})

t.test('a file with mistakes lists all of them, and nothing of it is written', async (t) => {
  const before = await countProducts()
  const [ring] = productLines(COUNT + 1, folder).slice(-1)
  writeFileSync(join(folder, 'text.jpg'), 'no image')
  writeFileSync(join(folder, 'large.jpg'), Buffer.alloc(20_000_001))
  const fresh = { ...ring, handle: 'fresh-ring', images: '' }
  writeProducts(FILE, [
    { ...fresh, sku: 'FRESH-1', images: 'text.jpg|gone.jpg|../secret.jpg' },
    { ...fresh, handle: 'other-ring', sku: 'FRESH-2', images: 'large.jpg', stock: -1 },
    { ...fresh, handle: 'third-ring', sku: String(first?.['sku']) },
    { ...fresh, handle, option1_name: 'Colour', sku: 'FRESH-3' },
  ])
  const { code, output } = await runImport([FILE, '--apply'])
  t.equal(code, 1)
  const expected = [
    /^products.csv, line 2, column [A-Z]+ "images": "text.jpg" is no image, or is damaged\. /,
    /^products.csv, line 2, column [A-Z]+ "images": "gone.jpg" is missing\. /,
    /^products.csv, line 2, column [A-Z]+ "images": "..\/secret.jpg" is outside of the folder of the CSV file\. /,
    /^products.csv, line 3, column [A-Z]+ "stock": "-1" is no stock\. /,
    /^products.csv, line 3, column [A-Z]+ "images": "large.jpg" has 20.0 MB\. The most is 20 MB: make it smaller\.$/,
    /^products.csv, line 4: the SKU ".+" belongs to the product ".+" of the shop\. /,
    /^products.csv, line 5: the product has the options .+ in the shop, but Colour.* in the file\. /,
    'Nothing was written. Correct the file and run this again.',
  ]
  t.match(output.trimEnd().split('\n'), expected)
  t.equal(output.trimEnd().split('\n').length, expected.length)
  t.equal(await countProducts(), before)
})

t.test('an import that is cut off at any step is completed by running it again', async (t) => {
  const proxy = await startBreakingProxy(t, commerce.medusaUrl)
  const [ring] = productLines(1, folder)
  const cut = {
    ...ring,
    handle: 'cut-ring',
    option2_name: '',
    option2_name_ru: '',
    option2_value: '',
    option2_value_ru: '',
  }
  writeFileSync(join(folder, 'gold.png'), await imageOf(21, '#cc9'))
  writeFileSync(join(folder, 'silver.png'), await imageOf(22, '#ccc'))
  writeProducts(FILE, [
    { ...cut, sku: 'CUT-G', option1_value: 'Gold', option1_value_ru: 'Золото', images: 'gold.png' },
    { ...cut, sku: 'CUT-S', option1_value: 'Silver', option1_value_ru: 'Серебро', images: 'silver.png' },
  ])
  // An image, the product, the thumbnails and both images of variants, the stock and the translations: each is done, its
  // answer is lost.
  for (const write of [0, 2, 0, 0, 0, 0, 0]) {
    proxy.breakWrite(write, 'after')
    const { code, output } = await runImport([FILE, '--apply'], proxy.url)
    t.equal(code, 1, output)
  }
  proxy.breakWrite(undefined, 'after')
  const { output } = await runImport([FILE, '--apply'], proxy.url)
  t.match(output, '0 created, 0 changed, 1 unchanged')
  const variants = (await readProduct('cut-ring'))?.variants.toSorted((a, b) => a.sku.localeCompare(b.sku))
  t.match(variants, [
    { sku: 'CUT-G', images: [{ url: /gold-/ }], thumbnail: /gold-/ },
    { sku: 'CUT-S', images: [{ url: /silver-/ }], thumbnail: /silver-/ },
  ])
  t.same(
    variants?.map(({ images }) => images.length),
    [1, 1],
  )
})

t.test('a Shopify export is imported with its images', async (t) => {
  const bytes = await imageOf(30, '#468')
  const images = await listenLocally(
    t,
    createServer((_request, response) => response.end(bytes)),
  )
  const path = join(folder, 'export.csv')
  const head =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Status'
  writeFileSync(
    path,
    [
      head,
      `shopify-ring,Shopify ring,<p>A <em>plain</em> ring.</p>,Acme,Rings,,true,Metal,Gold,SH-G,3,shopify,4,deny,120.00,,${images}/ring.jpg,1,A ring,active`,
      'shopify-ring,,,,,,,,Silver,SH-S,3,shopify,2,deny,80.00,,,,,',
    ].join('\r\n'),
  )
  t.match(
    (await runImport([path])).output,
    /^This is a Shopify export\. Name the currency of its prices with --currency: /,
  )
  const { code, output } = await runImport([path, '--currency', 'USD', '--apply'])
  t.equal(code, 0, output)
  t.match(output, 'Note: The file has prices in USD only: new products are not sold in ')
  t.match(output, '1 created, 0 changed, 0 unchanged')
  t.match(await readProduct('shopify-ring'), {
    title: 'Shopify ring',
    status: 'published',
    description: 'A plain ring.',
    images: [{ url: /ring-[0-9a-f]{32}\.png$/ }],
  })
  t.match((await runImport([path, '--currency', 'USD'])).output, '0 to create, 0 to change, 1 unchanged')
  t.ok(await until(async () => (await page('/en/shop/product/shopify-ring')).includes('$120'), 60_000))
})

async function imageOf(width: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()
}
