import t from 'tap'

import { lineKey } from '#shared/cart/line-key.ts'
import { charactersOf, checkEngraving, normalizeEngraving, readEngraving } from '#shared/product/engraving.ts'

const MOST = 20

t.test('a text is engraved on one line, composed, without invisible characters', async (t) => {
  t.equal(normalizeEngraving('  Anna \n  &\tMax '), 'Anna & Max')
  t.equal(normalizeEngraving('Zoe\u0301'), 'Zo\u00e9', 'a letter and its accent are one character')
  t.equal(normalizeEngraving('и\u0306'), 'й')
  t.equal(normalizeEngraving('A\u202Ennа\u200B'), 'Annа', 'no character changes the direction')
  t.equal(
    normalizeEngraving('you ❤️ me ❤ ♥\uFE0F ♾️'),
    'you ♥ me ♥ ♥ ∞',
    'hearts of a phone are hearts of the engraver',
  )
  t.equal(normalizeEngraving(' \n\t '), '')
})

t.test('Latin and Cyrillic letters, digits and common punctuation can be engraved', async (t) => {
  for (const text of [
    'Anna & Max',
    '12.08.2026',
    'Навсегда, твоя Ёлка',
    'ÀÉîõü Łódź Ľ',
    'Їжак — Ґава',
    '♥ ∞',
    '«Да!» (№1)',
    '',
  ]) {
    t.equal(checkEngraving(normalizeEngraving(text), MOST), null, text)
  }
})

t.test('every other character is named, an emoji as a whole', async (t) => {
  const refusedIn = (text: string) => checkEngraving(normalizeEngraving(text), MOST)
  t.same(refusedIn('Anna 😀 © 😀'), { code: 'refused', characters: ['😀', '©'] })
  t.same(refusedIn('👨‍👩‍👧 us'), { code: 'refused', characters: ['👨‍👩‍👧'] })
  t.same(refusedIn('שלום'), { code: 'refused', characters: ['ש', 'ל', 'ו', 'ם'] }, 'also letters from right to left')
  t.match(refusedIn('حب'), { code: 'refused' })
  t.match(refusedIn('日本'), { code: 'refused' })
  t.match(refusedIn('x\u0302'), { code: 'refused' }, 'also a mark that no font has with this letter')
  t.match(refusedIn('<b>'), { code: 'refused', characters: ['<', '>'] })
  t.same(
    refusedIn('あいうえおかき'),
    { code: 'refused', characters: ['あ', 'い', 'う', 'え', 'お'] },
    'at most five are named',
  )
})

t.test('characters are counted as a reader counts them', async (t) => {
  t.equal(charactersOf('é👨‍👩‍👧♥').length, 3)
  t.equal(checkEngraving('a'.repeat(MOST), MOST), null)
  t.same(checkEngraving('я'.repeat(500), MOST), { code: 'too-long', count: 500 })
})

t.test('a product says how many characters it has room for', async (t) => {
  t.equal(readEngraving(20), 20)
  t.equal(readEngraving('20'), 20, 'some tools write text')
  t.equal(readEngraving(4000), 40)
  for (const value of [undefined, null, '', 0, -1, 2.5, 'yes', {}]) {
    t.equal(readEngraving(value), null, JSON.stringify(value))
  }
})

t.test('lines of one variant are told apart by their engravings, without the text in a URL', async (t) => {
  const variant = 'variant_01A'
  t.equal(lineKey(variant), variant)
  t.equal(lineKey(variant, ''), variant)
  const keys = ['Anna', 'anna', 'Аnna', 'Anna ♥', 'Max', 'я'.repeat(40)].map((text) => lineKey(variant, text))
  t.equal(new Set(keys).size, keys.length)
  for (const key of keys) t.match(key, /^variant_01A_[a-z0-9]{1,8}$/)
})
