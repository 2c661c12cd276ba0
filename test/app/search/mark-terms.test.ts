import t from 'tap'

import { markCharacters, markTerms, type TextPart } from '#app/search/mark-terms.ts'

t.test('typed characters are marked at the beginning of words', async (t) => {
  t.equal(toText(markCharacters('engagement ring', 'Eng')), '[eng]agement ring')
  t.equal(toText(markCharacters('oval ring', 'ri ov')), '[ov]al [ri]ng')
  t.equal(toText(markCharacters('halo ring, half eternity', 'hal ha')), '[hal]o ring, [hal]f eternity')
  t.equal(toText(markCharacters('кольцо-дорожка', 'дор')), 'кольцо-[дор]ожка')
  t.equal(toText(markCharacters('Тёмный сапфир', 'темн')), '[Тёмн]ый сапфир')
})

t.test('nothing is marked if the query was corrected', async (t) => {
  t.equal(toText(markCharacters('кольцо', 'rjkmwj')), 'кольцо')
  t.equal(toText(markCharacters('ring', '  ')), 'ring')
  t.equal(toText(markCharacters('ring', '.*[')), 'ring')
})

t.test('found words are marked as a whole, and no others', async (t) => {
  t.equal(toText(markTerms('Oval halo ring', ['ring', 'oval'])), '[Oval] halo [ring]')
  t.equal(toText(markTerms('Ringlets', ['ring'])), 'Ringlets')
  t.equal(toText(markTerms('Кольцо-дорожка', ['кольцо-дорожка'])), '[Кольцо]-[дорожка]')
  t.equal(toText(markTerms('Ring', [])), 'Ring')
})

function toText(parts: readonly TextPart[]): string {
  return parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')
}
