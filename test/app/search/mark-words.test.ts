import t from 'tap'

import { markLetters, markWords, type TextPart } from '#app/search/mark-words.ts'

t.test('the letters that somebody typed are marked where words begin with them', async (t) => {
  t.equal(written(markLetters('engagement ring', 'Eng')), '[eng]agement ring')
  t.equal(written(markLetters('oval ring', 'ri ov')), '[ov]al [ri]ng')
  t.equal(written(markLetters('halo ring, half eternity', 'hal ha')), '[hal]o ring, [hal]f eternity')
  t.equal(written(markLetters('кольцо-дорожка', 'дор')), 'кольцо-[дор]ожка')
  t.equal(written(markLetters('Тёмный сапфир', 'темн')), '[Тёмн]ый сапфир')
})

t.test('what was read otherwise than typed has nothing to mark', async (t) => {
  t.equal(written(markLetters('кольцо', 'rjkmwj')), 'кольцо')
  t.equal(written(markLetters('ring', '  ')), 'ring')
  t.equal(written(markLetters('ring', '.*[')), 'ring')
})

t.test('words that were found are marked whole, and no others', async (t) => {
  t.equal(written(markWords('Oval halo ring', ['ring', 'oval'])), '[Oval] halo [ring]')
  t.equal(written(markWords('Ringlets', ['ring'])), 'Ringlets')
  t.equal(written(markWords('Кольцо-дорожка', ['кольцо-дорожка'])), '[Кольцо]-[дорожка]')
  t.equal(written(markWords('Ring', [])), 'Ring')
})

function written(parts: readonly TextPart[]): string {
  return parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')
}
