import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { readAnswers } from '#dev/setup/answers.ts'
import { counted } from '#dev/setup/counted.ts'
import { draftFiles } from '#dev/setup/draft-files.ts'
import { findPlaceholders, placeholdersIn, replacePlaceholders } from '#dev/setup/placeholders.ts'
import { saveAnswers } from '#dev/setup/save-answers.ts'
import { changeSite } from '#dev/setup/site-file.ts'
import type { PresentShop, Tools } from '#dev/setup/step.ts'
import { brandStep } from '#dev/setup/steps/brand.ts'
import { colorsStep } from '#dev/setup/steps/colors.ts'
import { proposeText } from '#dev/setup/steps/policies.ts'
import { problemWithFile } from '#dev/setup/steps/products.ts'
import { changeColors, findLowContrast, readColors } from '#dev/setup/tokens.ts'
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
        'regions:',
        '  - name: {en: Europe, ru: Европа}',
        '    currency: EURO',
        '    countries: [DE, XX]',
        'samples: {products: delete}',
        'language: de',
      ].join('\n'),
    ),
    [
      /^answers\.yml, line 1, column 8, brand: /,
      /^answers\.yml, line 2, column \d+, operator\.address\.country: must be an upper-case country code, such as GB$/,
      /^answers\.yml, line 2, column \d+, operator\.email: must be an email address, /,
      /^answers\.yml, line 2, column \d+, operator\.phone: must be a phone number with its country, /,
      /^answers\.yml, line 4, column \d+, colors\.light\.paper: must be a color in quotes, such as "#8a6a3b"$/,
      /^answers\.yml, line 4, column \d+, colors\.light\.velvet: is not known$/,
      /^answers\.yml, line 6, column \d+, regions\.0\.taxIncluded: is missing$/,
      /^answers\.yml, line 7, column 15, regions\.0\.currency: must be a lower-case currency code, such as eur$/,
      /^answers\.yml, line 8, column 21, regions\.0\.countries\.1: must be an upper-case country code, such as DE$/,
      /^answers\.yml, line 9, column \d+, samples\.products: must be keep or remove$/,
      /^answers\.yml, line 10, column \d+, language: is not known$/,
    ],
  )
  t.match(mistakesOf('brand: [A'), [/^answers\.yml, line 1, column \d+: /])
})

t.test('answers with a mistake are left out, so that the others can be checked against the shop', async (t) => {
  const { answers } = readAnswers('brand: A\nreturnDays: 1\nregions: []\ndelivery: {}\nimport: {file: a.csv}', 'a.yml')
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
  t.same(await changeColors(files, folder, colors), ['dark paper: #141210 → #0e1413'])
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
  t.equal(remove('    [a] text  '), '    text  ', 'a hard break')
  t.equal(remove('Write to us [a].'), 'Write to us.')
  t.equal(remove('One [a]  \ntwo'), 'One  \ntwo')
  t.equal(remove('[a] [b] text'), 'text')
  t.equal(remove('One\n[a]\ntwo\n\n\n[b]\n\nthree'), 'One\ntwo\n\n\nthree', 'other empty lines stay')
  t.equal(
    replacePlaceholders('    [a] is  here  ', () => 'b'),
    '    b is  here  ',
  )
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

t.test('a shop whose company has the same name is renamed in its pages', async (t) => {
  const page = 'Aurelia is run by Aurelia.'
  const folder = testFolder(t, { 'site.yml': 'brand: Aurelia', en: { 'a.md': page }, ru: { 'a.md': page } })
  const files = draftFiles()
  const rename = async (company: string) => {
    const site = { brand: 'Aurelia', operator: { company } }
    const present = { site, store: { name: 'Celeste' } } as unknown as PresentShop
    await brandStep.plan({ brand: 'Celeste' }, present, { files, contentDir: folder } as Tools & { mistakes: never })
    const text = await files.read(join(folder, 'en/a.md'))
    files.change(join(folder, 'en/a.md'), page)
    return text
  }
  t.equal(await rename('Aurelia'), 'Celeste is run by Celeste.')
  t.equal(await rename('by Aurelia'), 'Celeste is run by Aurelia.', 'another company keeps its name')
})

t.test('colors that are not answered are not read', async (t) => {
  const present = {
    readColors: async () => Promise.reject(new Error('tokens.css has no colors')),
  } as unknown as PresentShop
  const tools = {} as Tools & { mistakes: never }
  t.same(await colorsStep.plan({}, present, tools), { lines: [] })
  await t.rejects(colorsStep.plan({ colors: {} }, present, tools), /tokens\.css/)
})

t.test('typed answers are saved in a file of their owner that setup reads again', async (t) => {
  const folder = testFolder(t)
  const typed = {
    brand: 'Aurelia: fine [pieces]',
    colors: { light: { paper: '#f6f8f7' } },
    workshop: { timeZone: 'Europe/Berlin', lastHour: 12, closed: ['2026-12-25'] },
    payment: { invoice: { en: 'Account\nIBAN\n', ru: 'Счет\n' } },
  }
  for (const answers of [{}, typed]) {
    const path = await saveAnswers(answers, folder)
    t.equal(statSync(path).mode & 0o777, 0o600)
    const read = readAnswers(readFileSync(path, 'utf8'), 'setup-answers.yml')
    t.same([read.answers, read.mistakes.lines()], [answers, []])
  }
})

t.test('the path of a CSV file is checked while it is typed', async (t) => {
  const folder = testFolder(t, { 'products.csv': 'handle' })
  t.equal(problemWithFile(join(folder, 'products.csv')), undefined)
  t.match(problemWithFile(join(folder, 'product.csv')), /product\.csv cannot be read \(ENOENT\)\.$/)
  t.match(problemWithFile(folder), /is no file\.$/)
})

t.test('one mistake is not called mistakes', async (t) => {
  t.same([counted(1, 'mistake'), counted(2, 'mistake')], ['1 mistake', '2 mistakes'])
})
