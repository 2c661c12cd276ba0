import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { loadSite } from '#server/content/load-site.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { sampleDetails } from '#shared/shop/operator.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { startShop } from '#test/support/test-shop.ts'

import { REGIONS } from '../../../commerce/src/shop/samples.ts'

const OPERATOR =
  'operator: {company: Fern, address: {street: 1 A, city: B, postalCode: C, country: GB}, email: care@fern.example, phone: +44 20 7946 0000}'

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

t.test('without an operator in the content folder, the shop has the sample operator', async (t) => {
  const { operator } = await loadSite('content')
  t.same(operator, (await loadSite(testFolder(t))).operator, 'site.yml and the code name the same details')
  t.same(sampleDetails(operator), ['company', 'address', 'companyNumber', 'taxNumber', 'email', 'phone'])
})

t.test('the delivery page states the prices of every region of the sample shop', async (t) => {
  for (const locale of LOCALES) {
    const page = await readFile(`content/${locale}/shipping.md`, 'utf8')
    const rows = page.split('\n').filter((line) => /^\|(?! You| Вы|-)/.test(line))
    const prices = rows.map((row) => row.split('|').slice(2, 4).map(toNumber))
    t.same(
      prices,
      REGIONS.map(({ standard, express }) => [standard, express]),
      locale,
    )
  }
})

t.test('every page that states the return period states the configured one', async (t) => {
  const { returnDays } = await loadSite('content')
  for (const locale of LOCALES)
    for (const page of ['policies/return-policy', 'policies/terms-of-service', 'faq', 'resizing'])
      t.match(await readFile(`content/${locale}/${page}.md`, 'utf8'), new RegExp(`\\b${returnDays}\\s(?:days|дней)`))
})

function toNumber(cell: string): number {
  return Number(cell.replaceAll(/\D/g, ''))
}

for (const [text, complaint] of [
  ['brand: [', /site\.yml, line 1: This is not YAML/],
  ['brand: ""', /site\.yml: brand /],
  ['brand: Fern\ncolour: red', /site\.yml: /],
  ['operator: {company: Fern}', /site\.yml: operator must have required properties address, email/],
  [OPERATOR.replace('GB', 'England'), /site\.yml: operator\/address\/country/],
  [OPERATOR.replace('care@', 'care at '), /site\.yml: operator\/email/],
  [OPERATOR.replace('+44 20', '020'), /site\.yml: operator\/phone/],
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
