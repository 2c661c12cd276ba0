import t from 'tap'

import { markCharacters, markTerms, type TextPart } from '#app/search/mark-terms.ts'

t.test('the letters that somebody typed are marked where words begin with them', async (t) => {
  t.equal(written(markCharacters('engagement ring', 'Eng')), '[eng]agement ring')
  t.equal(written(markCharacters('oval ring', 'ri ov')), '[ov]al [ri]ng')
  t.equal(written(markCharacters('halo ring, half eternity', 'hal ha')), '[hal]o ring, [hal]f eternity')
  t.equal(written(markCharacters('кольцо-дорожка', 'дор')), 'кольцо-[дор]ожка')
  t.equal(written(markCharacters('Тёмный сапфир', 'темн')), '[Тёмн]ый сапфир')
})

t.test('what was read otherwise than typed has nothing to mark', async (t) => {
  t.equal(written(markCharacters('кольцо', 'rjkmwj')), 'кольцо')
  t.equal(written(markCharacters('ring', '  ')), 'ring')
  t.equal(written(markCharacters('ring', '.*[')), 'ring')
})

t.test('words that were found are marked whole, and no others', async (t) => {
  t.equal(written(markTerms('Oval halo ring', ['ring', 'oval'])), '[Oval] halo [ring]')
  t.equal(written(markTerms('Ringlets', ['ring'])), 'Ringlets')
  t.equal(written(markTerms('Кольцо-дорожка', ['кольцо-дорожка'])), '[Кольцо]-[дорожка]')
  t.equal(written(markTerms('Ring', [])), 'Ring')
})

function written(parts: readonly TextPart[]): string {
  return parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')
}
