import t from 'tap'

import { bindWords } from '#shared/text/bind-words.ts'

/** Shows where words are bound. */
const bound = (text: string) => bindWords(text, 'ru').replaceAll('\u00A0', '_')

t.test('a line of Russian never ends with a short word, nor begins with a dash', async (t) => {
  t.equal(bound('Кольцо с круглым муассанитом'), 'Кольцо с_круглым муассанитом')
  t.equal(bound('И в золоте, и не только'), 'И_в_золоте, и_не_только')
  t.equal(bound('«О кольцах» (и о серьгах)'), '«О_кольцах» (и_о_серьгах)')
  t.equal(bound('Муассанит — это не бриллиант'), 'Муассанит_— это не_бриллиант')
  t.equal(bound('Вернуть можно 30 дней'), 'Вернуть можно 30_дней')
  t.equal(bound('Цены теперь в {currency}'), 'Цены теперь в_{currency}')
})

t.test('words that only end like short ones part as before', async (t) => {
  t.equal(bound('Алиса вошла, кто-то и-за'), 'Алиса вошла, кто-то и-за')
  t.equal(bound('- в списке'), '- в_списке', 'nor is a list undone')
})

t.test('what is bound already, and what is English, stays', async (t) => {
  const text = bindWords('Кольцо с камнем — и точка', 'ru')
  t.equal(bindWords(text, 'ru'), text)
  t.equal(bindWords('a ring — and 30 days', 'en'), 'a ring — and 30 days')
})
