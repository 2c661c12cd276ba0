import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { readAnswers, saveAnswers } from '#dev/setup/answers.ts'
import { planBrand } from '#dev/setup/brand.ts'
import { changeColors, findLowContrast, readColors } from '#dev/setup/colors.ts'
import { draftFiles } from '#dev/setup/draft-files.ts'
import { findPlaceholders, placeholdersIn, replacePlaceholders } from '#dev/setup/placeholders.ts'
import { planPolicies, proposeText } from '#dev/setup/policies.ts'
import type { Shop } from '#dev/setup/shop.ts'
import { changeSite } from '#dev/setup/site-file.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import { testFolder } from '#test/support/test-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SITE = readFileSync(join(ROOT, 'content/site.yml'), 'utf8')

function mistakesOf(text: string): string[] {
  return readAnswers(text, 'answers.yml').mistakes.lines()
}

t.test('every mistake in the answers is listed with its line and column', async (t) => {
  t.match(
    mistakesOf(
      [
        'brand: ""',
        'operator: {company: A, address: {street: B, city: C, postalCode: D, country: Germany}, email: none, phone: 030}',
        'colors:',
        '  light: {paper: ivory, velvet: "#000000"}',
        'workshop: {timeZone: Berlin, lastHour: 12, closed: [25 December]}',
        'taxByAddress: [USA]',
        'paymentLogos: {pp_paypal_paypal: [Diners]}',
        'policies: {en/policies/privacy-policy.md: {number: 7}}',
        'samples: {products: delete}',
      ].join('\n'),
    ),
    [
      /^answers\.yml, line 1, column 8, brand: /,
      /^answers\.yml, line 2, column \d+, operator\.address\.country: must be an upper-case country code, such as GB$/,
      /^answers\.yml, line 2, column \d+, operator\.email: must be an email address, /,
      /^answers\.yml, line 2, column \d+, operator\.phone: must be a text; put it in quotes$/,
      /^answers\.yml, line 4, column \d+, colors\.light\.paper: must be a color in quotes, such as "#8a6a3b"$/,
      /^answers\.yml, line 4, column \d+, colors\.light\.velvet: is not known$/,
      /^answers\.yml, line 5, column 22, workshop\.timeZone: must name a time zone, such as Europe\/London$/,
      /^answers\.yml, line 5, column \d+, workshop\.closed\.0: must be a date in quotes, such as "2026-12-25"$/,
      /^answers\.yml, line 6, column 16, taxByAddress\.0: must be an upper-case country code, such as GB$/,
      /^answers\.yml, line 7, column \d+, paymentLogos\.pp_paypal_paypal\.0: must be Amex or .* or Visa$/,
      /^answers\.yml, line 8, column \d+, policies\.en\/policies\/privacy-policy\.md\.number: must be a text; put it in quotes$/,
      /^answers\.yml, line 9, column \d+, samples\.products: must be keep or remove$/,
    ],
  )
  t.match(mistakesOf('brand: [A'), [/^answers\.yml, line 1, column \d+: /])
})

t.test('answers with a mistake are left out, so that the others can be checked against the shop', async (t) => {
  const { answers } = readAnswers('brand: A\nreturnDays: 1\ncolors: {light: {paper: ivory}}', 'a.yml')
  t.same(answers, { brand: 'A' })
})

t.test('the example of the documents has no mistake', async (t) => {
  t.same(mistakesOf(readFileSync(join(ROOT, 'docs/examples/setup.yml'), 'utf8')), [])
})

t.test('a color with too little contrast is refused with its ratio and a color that has enough', async (t) => {
  const colors = await readColors(draftFiles(), ROOT)
  t.same(findLowContrast(colors), [], 'the colors of the sample shop are readable')
  const pale = structuredClone(colors)
  pale.light.gold = '#c9a86a'
  const [low, ...others] = findLowContrast(pale)
  t.same(others, [])
  t.match(low, {
    theme: 'light',
    front: 'gold',
    message: /^has a contrast of 2\.\d+ : 1 on paper; 4\.5 : 1 is needed\. /,
  })
  pale.light.gold = /Take (#\w{6})/.exec(low?.message ?? '')?.[1] ?? ''
  t.same(findLowContrast(pale), [], 'the proposal is accepted')
})

t.test('a color is changed in the tokens and in their copy for emails and images', async (t) => {
  const folder = testFolder(t)
  const paths = ['src/app/styles/tokens.css', 'src/shared/shop/colors.ts'].map((name) => join(folder, name))
  for (const path of paths) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, readFileSync(path.replace(folder, ROOT)))
  }
  const files = draftFiles()
  const colors = await readColors(files, folder)
  colors.dark.paper = '#0e1413'
  t.same(await changeColors(files, folder, colors), ['colors.dark.paper: #141210 → #0e1413'])
  t.match(readFileSync(paths[0] ?? '', 'utf8'), '--paper: #141210;', 'nothing is written yet')
  t.equal((await files.write()).length, 2)
  t.match(readFileSync(paths[0] ?? '', 'utf8'), '--paper: #0e1413;')
  t.match(readFileSync(paths[1] ?? '', 'utf8'), "paper: { light: '#fbf8f3', dark: '#0e1413' }")
  t.same(await changeColors(files, folder, colors), [], 'the same color again changes nothing')
})

t.test('site.yml keeps its comments, also that of a removed key', async (t) => {
  const folder = testFolder(t)
  const path = join(folder, 'site.yml')
  writeFileSync(path, SITE)
  const files = draftFiles()
  t.same(await changeSite(files, folder, { brand: 'Lumenite', returnDays: 30 }), [])
  t.same(await files.write(), [], 'the present values change nothing')
  t.equal((await changeSite(files, folder, { brand: 'Aurelia', campaign: undefined })).length, 2)
  await files.write()
  const text = readFileSync(path, 'utf8')
  const comments = (source: string) => source.split('\n').filter((line) => line.startsWith('#')).length
  t.match(text, /^brand: Aurelia$/m)
  t.notMatch(text, /^campaign:/m)
  t.equal(comments(text), comments(SITE))
})

t.test('placeholders are found with their line, and links are not', async (t) => {
  const files = draftFiles()
  const found = await findPlaceholders(files, join(ROOT, 'content'))
  t.ok(found.every(({ file }) => file.includes('/policies/')))
  t.match(
    found.find(({ text }) => text === 'company name'),
    { file: 'en/policies/privacy-policy.md' },
  )
  const page = 'A [link](/a) and [this].\n\n[Note.]\n\n- [x] done'
  t.equal(
    replacePlaceholders(page, (text) => (text === 'this' ? 'that' : '')),
    'A [link](/a) and that.\n\n- [x] done',
  )
})

t.test('a removed placeholder takes one space with it, and the rest of the line stays', async (t) => {
  const remove = (page: string) => replacePlaceholders(page, () => '')
  t.equal(remove('  - Call [a] us,  always.'), '  - Call us,  always.', 'indentation and other spaces')
  t.equal(remove('One\n[a]\ntwo\n\n\n[b]\n\nthree'), 'One\ntwo\n\n\nthree', 'other empty lines stay')
})

t.test('placeholders in a code block are neither replaced nor listed', async (t) => {
  const page = '[a]\n```\n[b]\n\n\n[b]\n```\n[c]'
  t.same(placeholdersIn(page), [
    { line: 1, text: 'a' },
    { line: 8, text: 'c' },
  ])
  t.equal(
    replacePlaceholders(page, (text) => text.toUpperCase()),
    'A\n```\n[b]\n\n\n[b]\n```\nC',
  )
})

t.test('what setup proposes for a policy is never a detail of the sample company', async (t) => {
  for (const text of ['company name', 'юридический адрес', 'email address for privacy questions'])
    t.equal(proposeText(text, SAMPLE_OPERATOR), '')
  const operator = { ...SAMPLE_OPERATOR, company: 'Aurelia Ltd' }
  t.equal(proposeText('company name', operator), 'Aurelia Ltd')
  t.equal(proposeText('registered address', operator), '')
  t.equal(proposeText('number', operator), '')
})

t.test('texts of a policy that have no place in it are named', async (t) => {
  const folder = testFolder(t, { en: { 'a.md': '[name] of [number] and [number]' }, ru: {} })
  const plan = async (policies: Record<string, Record<string, string | string[]>>) => {
    const files = draftFiles()
    const { mistakes } = readAnswers('', 'a.yml')
    const shop = { files, contentDir: folder } as Shop
    const { lines, byHand } = await planPolicies({ policies }, shop, mistakes)
    return { lines, byHand, mistakes: mistakes.lines(), text: await files.read(join(folder, 'en/a.md')) }
  }
  t.same(await plan({ 'en/a.md': { name: 'A', nmae: 'B', number: ['1', '[number]'] } }), {
    lines: ['en/a.md: [name] → A', 'en/a.md: [number] → 1'],
    byHand: ['content/en/a.md does not have [nmae], or no longer has it.', 'content/en/a.md, line 1: replace [number]'],
    mistakes: [],
    text: 'A of 1 and [number]',
  })
  t.match((await plan({ 'en/a.md': { number: '7' } })).text, 'of 7 and 7', 'a single text is for each occurrence')
  t.match((await plan({ 'en/a.md': { number: ['7'] }, 'en/b.md': {} })).mistakes, [
    /policies\.en\/a\.md\.number: has 1 texts, but the page has it 2 times$/,
    /policies\.en\/b\.md: there is no page content\/en\/b\.md$/,
  ])
})

t.test('a shop whose company has the same name is renamed in its pages', async (t) => {
  const page = 'Aurelia is run by Aurelia.'
  const folder = testFolder(t, { 'site.yml': 'brand: Aurelia', en: { 'a.md': page }, ru: { 'a.md': page } })
  const rename = async (company: string) => {
    const files = draftFiles()
    const site = { brand: 'Aurelia', operator: { company } }
    const admin = { store: { list: async () => ({ stores: [{ id: 'store', name: 'Celeste' }] }) } }
    const shop = { site, admin, files, contentDir: folder } as unknown as Shop
    t.same((await planBrand({ brand: 'Celeste' }, shop, readAnswers('', '').mistakes)).lines, [
      'en/a.md: Aurelia, Lumenite → Celeste',
      'ru/a.md: Aurelia, Lumenite → Celeste',
    ])
    return files.read(join(folder, 'en/a.md'))
  }
  t.equal(await rename('Aurelia'), 'Celeste is run by Celeste.')
  t.equal(await rename('by Aurelia'), 'Celeste is run by Aurelia.', 'another company keeps its name')
})

t.test('typed answers are saved in a file of their owner that setup reads again', async (t) => {
  const path = join(testFolder(t), 'setup-answers.yml')
  const typed = {
    brand: 'Aurelia: fine [pieces]',
    colors: { light: { paper: '#f6f8f7' } },
    workshop: { timeZone: 'Europe/Berlin', lastHour: 12, closed: ['2026-12-25'] },
    invoice: { en: 'Account\nIBAN\n', ru: 'Счет\n' },
    policies: { 'en/policies/privacy-policy.md': { number: ['7', '[number]', ''] } },
  }
  for (const answers of [{}, typed]) {
    await saveAnswers(answers, path)
    t.equal(statSync(path).mode & 0o777, 0o600)
    const read = readAnswers(readFileSync(path, 'utf8'), 'setup-answers.yml')
    t.same([read.answers, read.mistakes.lines()], [answers, []])
  }
})
