import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { loadSite } from '#server/content/load-site.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { startShop } from '#test/support/test-shop.ts'

t.test('the operator sets the shop’s name in one file, and pages and feed show it', async (t) => {
  const contentDir = testFolder(t)
  await cp('content', contentDir, { recursive: true })
  await writeFile(join(contentDir, 'site.yml'), 'brand: Fern & Daughters\n')
  const shop = await startShop(t, { env: { CONTENT_DIR: contentDir } })
  const read = async (path: string) => (await fetch(shop.url + path)).text()

  const name = 'Fern &amp; Daughters'
  t.match(await read('/en'), `<title>${name} · Moissanite jewellery</title>`)
  const rings = await read('/ru/shop/rings')
  t.match(rings, ` · ${name}</title>`)
  t.match(rings, new RegExp(`<a href="/ru"[^>]*>${name}</a>`))
  t.notMatch(rings, 'Lumenite')
  t.match(await read('/en/blogs/rss.xml'), `<generator>${name}</generator>`)
})

t.test('without a name in the content folder, the shop has the sample name', async (t) => {
  t.match(await loadSite(testFolder(t)), { brand: 'Lumenite', returnDays: 30 })
})

t.test('every page that states the return period states the configured one', async (t) => {
  const { returnDays } = await loadSite('content')
  for (const locale of LOCALES)
    for (const page of ['return-policy', 'terms-of-service'])
      t.match(
        await readFile(`content/${locale}/policies/${page}.md`, 'utf8'),
        new RegExp(`\\b${returnDays}\\s(?:days|дней)`),
      )
})

for (const [text, complaint] of [
  ['brand: [', /site\.yml, line 1: This is not YAML/],
  ['brand: ""', /site\.yml: brand /],
  ['brand: Fern\ncolour: red', /site\.yml: /],
  ['returnDays: 7', /site\.yml: returnDays must be >= 14/],
  ['paymentLogos: {pp_card: [Diners]}', /site\.yml: paymentLogos/],
  ['invoice: {en: "IBAN: GB00"}', /site\.yml: invoice/],
  ['campaign: {name: Launch40, from: tomorrow}', /site\.yml: campaign/],
  [
    'campaign: {name: Launch40, from: "2026-12-02T00:00Z", to: "2026-12-01T00:00Z"}',
    /site\.yml: campaign must end after it begins/,
  ],
  ['workshop: {timeZone: Moon, lastHour: 14, closed: []}', /workshop\/timeZone must name a time zone/],
] as const) {
  t.test(`an operator who writes ${JSON.stringify(text)} gets an error that names the mistake`, async (t) => {
    await t.rejects(loadSite(testFolder(t, { 'site.yml': text })), { name: 'StartError', message: complaint })
  })
}
