import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import t, { type Test } from 'tap'

import type { Reduction } from '#server/content/check/broken-promises.ts'
import { checkFolder } from '#server/content/check/check-folder.ts'
import { isAppPath } from '#server/content/check/dead-links.ts'
import { PAGE_PATHS } from '#shared/page/page-paths.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { testFolder } from '#test/support/test-folder.ts'

type Files = Record<string, string | Record<string, string>>

const MANIFEST = ['ring.webp', 'lost.webp'].map((file) => ({ file, width: 8, height: 6, alt_en: 'A', alt_ru: 'А' }))
const MEDIA = { 'manifest.json': JSON.stringify(MANIFEST), 'ring.webp': '' }
const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

async function faultsOf(t: Test, en: Files): Promise<string[]> {
  const { faults } = await checkFolder(testFolder(t, { en, ru: structuredClone(en), media: MEDIA }))
  return faults.flatMap(({ file, line, message }) => (file.startsWith('en/') ? [`${file}:${line} ${message}`] : []))
}

t.test('valid content has no faults', async (t) => {
  const faults = await faultsOf(t, {
    'index.md': '# Home x\n\n[a](/a) [b](/a#part) [c](#home-x) [d](/shop/rings?sort=new#list) [e](https://a.example)\n',
    'a.md': '## Part\n\n![A ring](ring.webp)\n',
    'old.md': '---\nredirect: /a\n---\n',
    'away.md': '---\nredirect: https://a.example/x\n---\n',
    'next.draft.md': '[mine](/next)',
    _globals: { 'footer.yml': 'columns:\n  - title: A\n    links: [{path: /a, label: A}]\n' },
    courses: { '_dir.yml': 'navigation: {redirect: /blogs}\n' },
    blogs: {
      'index.md': '# Journal\n\n[Courses](/courses)',
      '1.stones.md': '---\ntitle: A\ndescription: B\ndate: 2026-01-31\n---\nC\n',
    },
  })
  t.same(faults, [])
})

t.test('a page that is missing in one language is reported', async (t) => {
  const { faults } = await checkFolder(
    testFolder(t, { en: { 'a.md': 'A', 'b.draft.md': 'B' }, ru: { 'c.md': 'C', 'b.md': 'B' }, media: MEDIA }),
  )
  t.same(faults, [
    { file: 'en/a.md', line: 1, message: 'There is no “ru” for /a.' },
    { file: 'ru/b.md', line: 1, message: 'There is no “en” for /b.' },
    { file: 'ru/c.md', line: 1, message: 'There is no “en” for /c.' },
  ])
})

t.test('a picture without a text in one language is reported', async (t) => {
  const manifest = JSON.stringify([MANIFEST[0], { ...MANIFEST[1], alt_ru: ' ' }], undefined, 1)
  const media = { ...MEDIA, 'manifest.json': manifest }
  const { faults } = await checkFolder(testFolder(t, { en: { 'a.md': 'A' }, ru: { 'a.md': 'A' }, media }))
  t.same(faults, [
    {
      file: 'media/manifest.json',
      line: 10,
      message: '“lost.webp” has no text in “ru”. Say in “alt_ru” what it shows.',
    },
  ])
})

t.test('dead links are reported, wherever they are written', async (t) => {
  const faults = await faultsOf(t, {
    'a.md':
      '---\ntitle: A\nredirect: /none\n---\n[x](/nowhere)\n\n[y](#none) [z](/b#none)\n\n[w](/en/b) [v](/secret)\n',
    'b.md': '::product-cards{category=rings more="/shop/hats" more-label="Hats"}\n\n::blog-card{path="/blogs/none"}\n',
    'secret.draft.md': 'S',
    c: { '_dir.yml': 'navigation:\n  title: C\n  redirect: rings\n' },
    _globals: {
      'footer.yml': 'columns:\n  - title: A\n    links:\n      - path: /none\n        label: N\n      - path: /c\n',
    },
  })
  t.same(faults, [
    'en/_globals/footer.yml:4 “/none” leads to no page in “en”.',
    'en/a.md:3 “/none” leads to no page in “en”.',
    'en/a.md:5 “/nowhere” leads to no page in “en”.',
    'en/a.md:7 “#none”: there is no such place here.',
    'en/a.md:7 “/b#none”: en/b.md has no such place.',
    'en/a.md:9 “/en/b” is written without its language.',
    'en/a.md:9 “/secret” leads to no page in “en”.',
    'en/b.md:1 “/shop/hats” leads to no page in “en”.',
    'en/b.md:3 “/blogs/none” leads to no page in “en”.',
    'en/c/_dir.yml:3 “rings” is no address: write /path, #place or https://….',
  ])
})

t.test('images without alternative text or file are reported', async (t) => {
  const faults = await faultsOf(t, {
    'a.md':
      '---\ntitle: A\npicture: ring.webp\n---\n![](ring.webp)\n\n![Lost](lost.webp)\n\n:::store{picture="none.webp" alt="A"}\n## A\n:::\n',
  })
  t.same(faults, [
    'en/a.md:3 “ring.webp” needs words for those who do not see it: pictureAlt.',
    'en/a.md:5 “ring.webp” needs words for those who do not see it: ![words](ring.webp).',
    'en/a.md:7 There is no picture “lost.webp” among the media.',
    'en/a.md:9 There is no picture “none.webp” among the media.',
  ])
})

t.test('two files with the same URL are reported by the check', async (t) => {
  t.same(await faultsOf(t, { '1.a.md': 'A', 'a.yml': 'title: A' }), [
    'en/a.yml:1 This lies at /a, where en/1.a.md lies already; only that one is seen.',
  ])
})

t.test('invalid layouts, color modes and other fields are reported', async (t) => {
  const faults = await faultsOf(t, {
    'a.md': '---\ntitle: A\nlayout: wide\ncolorMode: dim\nnoindex: 1\nnavigation: true\ndate: yesterday\n---\n',
    'index.md': 'Nothing to call it.',
    '_dir.yml': 'title: A\nlayout: none\n',
  })
  t.same(faults, [
    'en/_dir.yml:2 “layout” must be one of default, shop, courses, checkout.',
    'en/a.md:3 “layout” must be one of default, shop, courses, checkout.',
    'en/a.md:4 “colorMode” must be dark or light.',
    'en/a.md:5 “noindex” must be true or false.',
    'en/a.md:6 “navigation” must be false, or fields such as “title”.',
    'en/a.md:7 “date” must be a day, such as 2026-01-31.',
    'en/index.md:1 “title” is missing.',
  ])
})

t.test('an article needs a description and a date, a testimonial a name', async (t) => {
  const faults = await faultsOf(t, {
    blogs: { 'a.md': '---\ntitle: A\n---\nWords.\n', 'old.md': '---\nredirect: /blogs/a\n---\n' },
    _testimonials: { 'a.yml': 'name: A\nrating: 6\ndate: 2026-01-01\n' },
  })
  t.same(faults, [
    'en/_testimonials/a.yml:1 “words” is missing.',
    'en/_testimonials/a.yml:2 “rating” must be a whole number from 1 to 5.',
    'en/blogs/a.md:1 “date” is missing.',
    'en/blogs/a.md:1 “description” is missing.',
  ])
})

t.test('the command prints each fault and fails, or prints one line and succeeds', async (t) => {
  const text = () => ({ 'a.md': 'A' })
  const folder = testFolder(t, {
    good: { en: text(), ru: text(), media: structuredClone(MEDIA) },
    bad: { en: text(), media: structuredClone(MEDIA) },
  })
  const check = (path: string) => run(process.execPath, ['src/dev/check-content.ts', path], { cwd: ROOT })
  t.equal((await check(join(folder, 'good'))).stdout, '2 documents, all in order\n')
  const bad = join(folder, 'bad')
  await t.rejects(check(bad), { code: 1, stdout: `${bad}/en/a.md:1 There is no “ru” for /a.\n` })
})

t.test('the command prints an invalid site.yml as one sentence', async (t) => {
  const folder = testFolder(t, { 'site.yml': 'brand: ""' })
  const result = run(process.execPath, ['src/dev/check-content.ts', folder], { cwd: ROOT })
  await t.rejects(result, { code: 1, stderr: /^\S+site\.yml: brand [^\n]+\n$/ })
})

t.test('an author may link to every page of the app that is not content', async (t) => {
  const lists = await Promise.all(
    ['routes.tsx', 'private-pages.tsx'].map((file) => readFile(join(ROOT, 'src/app', file), 'utf8')),
  )
  const paths = [...lists.join('').matchAll(/ page\(\s*'([^']*)'/g)].map(([, path = '']) => path)
  t.same(PAGE_PATHS.toSorted(compareText), paths.toSorted(compareText), 'the list is that of the router')
  for (const path of ['/', '/shop', '/shop/rings', '/shop/rings/halo', '/shop/product/a', '/cart', '/newsletter'])
    t.ok(isAppPath(path), path)
  for (const path of ['/checkout', '/checkout/payment', '/order/find', '/newsletter/preferences', '/hints/stop'])
    t.ok(isAppPath(path), path)
  for (const path of ['/shop/hats', '/shop/hats/halo', '/shop/product', '/shop/', '/blogs', '/blogs/a', '/nowhere'])
    t.notOk(isAppPath(path), path)
  t.same(await faultsOf(t, { 'a.md': '[letters](/newsletter?tab=hint)' }), [])
})

t.test('mistakes in the search synonyms are reported with their lines', async (t) => {
  const text = [
    'same:',
    '  - [pear, teardrop]',
    '  - [lonely]',
    'also:',
    '  - { typed: diamond, finds: [moissanite] }',
    '  - { typed: diamond }',
    '  - { typed: diamond, find: [moissanite] }',
    'ignored: the',
    'optional: [585, "!"]',
    'synonyms: []',
  ]
  t.same(await faultsOf(t, { _search: { 'words.yml': text.join('\n') } }), [
    'en/_search/words.yml:3 An item of “same” must be a group of two words or more, such as [pear, teardrop].',
    'en/_search/words.yml:6 An item of “also” must be such as { typed: diamond, finds: [moissanite] }.',
    'en/_search/words.yml:7 An item of “also” must be such as { typed: diamond, finds: [moissanite] }.',
    'en/_search/words.yml:8 “ignored” must be a list.',
    'en/_search/words.yml:9 An item of “optional” must be a word.',
    'en/_search/words.yml:10 “synonyms” means nothing here.',
  ])
})

t.test('mistakes in the search words of pages are reported with their lines', async (t) => {
  const text = [
    'same:',
    '  - [lonely]',
    'pages:',
    '  - { path: /page, keywords: [exchange] }',
    '  - { path: /page }',
    '  - { path: /missing, keywords: [lost] }',
    'first: []',
  ]
  t.same(await faultsOf(t, { 'page.md': 'A page', _search: { 'pages.yml': text.join('\n') } }), [
    'en/_search/pages.yml:2 An item of “same” must be a group of two words or more, such as [pear, teardrop].',
    'en/_search/pages.yml:5 An item of “pages” must be such as { path: /policies/return-policy, keywords: [exchange] }.',
    'en/_search/pages.yml:6 “/missing” leads to no page in “en”.',
    'en/_search/pages.yml:7 “first” means nothing here.',
  ])
})

const LEAST = { handle: 'fern-ring', sku: 'FERN-6', amount: 61_000, original: 100_000 }

t.test('a link to a product that is not sold is reported', async (t) => {
  const text = '[A ring](/shop/product/fern-ring) and [another](/shop/product/moss-ring).\n'
  const folder = testFolder(t, { en: { 'a.md': text }, ru: { 'a.md': 'A' }, media: MEDIA })
  t.same((await checkFolder(folder)).faults, [])
  t.match((await checkFolder(folder, { site: {}, reductions: [], handles: ['fern-ring'] })).faults, [
    { file: 'en/a.md', line: 1, message: '“/shop/product/moss-ring”: no such product is sold.' },
  ])
})

t.test('a text that promises a larger reduction than any price has is reported', async (t) => {
  const reductions = [
    { currency: 'EUR', least: 0, most: 20, leastOf: LEAST },
    { currency: 'USD', least: 0, most: 30, leastOf: LEAST },
  ]
  const en = {
    'a.md':
      'Rings are 25% off.\n\nNow −20 %.\n\nWe print at 100% and keep 10–90 % of it.\n\nSave up to 40 % today.\n\n- 90 % silver\n',
    'later.draft.md': 'Everything is 90% off.\n',
  }
  const ru = { 'a.md': 'Скидка до 25 % на кольца.\n' }
  const folder = testFolder(t, { en, ru, media: MEDIA })
  const found = async (known: typeof reductions) =>
    (await checkFolder(folder, { site: {}, reductions: known })).faults.map(
      ({ file, line, message }) => `${file}:${line} ${message}`,
    )
  t.same(await found(reductions), [
    'en/a.md:1 This promises 25 %. No price is reduced by so much; the most is: EUR 20 %.',
    'en/a.md:7 This promises 40 %. No price is reduced by so much; the most is: EUR 20 %, USD 30 %.',
    'ru/a.md:1 This promises 25 %. No price is reduced by so much; the most is: EUR 20 %.',
  ])
  t.same(await found([]), [], 'without prices there is nothing to compare with')
})

t.test('a running campaign whose percentage some prices do not have is reported', async (t) => {
  const pages = { en: { 'a.md': 'A' }, ru: { 'a.md': 'A' }, media: MEDIA }
  const folder = testFolder(t, { 'site.yml': 'brand: Fern\ncampaign: Launch40\n', ...pages })
  const check = async (
    least: number,
    campaign: { to?: string; referencePrice?: 'formula' } = {},
    leastOf: Reduction['leastOf'] = LEAST,
  ) => {
    const site = { campaign: { name: 'Launch40', ...campaign } } as const
    return (await checkFolder(folder, { site, reductions: [{ currency: 'EUR', least, most: 60, leastOf }] })).faults
  }
  t.match(await check(39), [{ file: 'site.yml', line: 2, message: /^The campaign promises 40 % .* in EUR, / }])
  t.match(await check(39), [{ message: /fern-ring \(FERN-6\) costs €610\.00 instead of €1,000\.00, 39 % less\.$/ }])
  const bare = { handle: 'moss-ring', sku: null, amount: 61_000, original: 61_000 }
  t.match(await check(0, {}, bare), [{ message: / moss-ring costs €610\.00 and is not reduced\.$/ }])
  t.same(await check(40), [])
  t.same(await check(0, { to: '2020-01-01T00:00Z' }), [], 'it is over')
  t.same(await check(0, { referencePrice: 'formula' }), [], 'its formula gives every product a former price')
})

t.test('drafts are listed', async (t) => {
  const folder = testFolder(t, { en: { 'b.draft.md': '# Soon', 'a.md': 'A' }, ru: { 'a.md': 'A' }, media: MEDIA })
  t.match((await checkFolder(folder)).drafts, [{ _file: 'en/b.draft.md', _locale: 'en', title: 'Soon' }])
})
