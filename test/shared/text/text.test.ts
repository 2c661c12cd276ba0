import t from 'tap'

import { insertNbsp } from '#shared/text/insert-nbsp.ts'
import { shorten } from '#shared/text/shorten.ts'

import { bindCatalogue } from '../../../src/build/insert-nbsp.ts'

const bound = (text: string) => insertNbsp(text, 'ru').replaceAll('\u00A0', '_')

t.test('a Russian line never ends with a short word or begins with a dash', async (t) => {
  t.equal(bound('Кольцо с круглым муассанитом'), 'Кольцо с_круглым муассанитом')
  t.equal(bound('И в золоте, и не только'), 'И_в_золоте, и_не_только')
  t.equal(bound('«О кольцах» (и о серьгах)'), '«О_кольцах» (и_о_серьгах)')
  t.equal(bound('Муассанит — это не бриллиант'), 'Муассанит_— это не_бриллиант')
  t.equal(bound('Вернуть можно 30 дней'), 'Вернуть можно 30_дней')
  t.equal(bound('Цены теперь в {currency}'), 'Цены теперь в_{currency}')
  t.equal(bound('Мы пришлём, а Вы и я откроем'), 'Мы_пришлём, а_Вы_и_я_откроем')
})

t.test('a Russian line never begins with a particle that belongs to the word before it', async (t) => {
  t.equal(bound('Кто бы ни просил, так же, как ли'), 'Кто_бы ни_просил, так_же, как_ли')
  t.equal(bound('Такое жемчужное, было лишь раз'), 'Такое жемчужное, было лишь раз')
})

t.test('a number stays with its unit and with its number sign', async (t) => {
  t.equal(bound('Заказ № 12 и № {number}'), 'Заказ №_12_и_№_{number}')
  t.equal(bound('−40 % или −{percent} %'), '−40_% или −{percent}_%')
  t.equal(bound('Осталось {count} шт. в {place}'), 'Осталось {count}_шт. в_{place}')
  t.equal(bound('{title} не подходит'), '{title} не_подходит', 'a short word is bound only to the next word')
})

t.test('spaces are also bound in a compiled message catalog, where placeholders are separate entries', async (t) => {
  const messages = {
    a: ['В списке помещается ', ['0'], ' украшений'],
    b: [['days', 'plural', { few: ['Ещё ', '#', ' дня на возврат'], other: ['#', ' дней'] }]],
    c: ['−', ['percent'], ' %'],
    d: [['brand'], ' и никто другой'],
    e: ['№ ', ['number'], ', ', ['width'], ' мм'],
  }
  const json = JSON.stringify(messages)
  for (const code of [`export const messages=${json}`, `export const messages=JSON.parse(${JSON.stringify(json)})`]) {
    const text = bindCatalogue(code).replaceAll('\u00A0', '_').replaceAll('\\', '')
    for (const part of ['помещается ",["0"],"_украшений', '"#","_дня на_возврат', '"#","_дней', '["percent"],"_%'])
      t.ok(text.includes(part), part)
    t.ok(text.includes('["brand"]," и_никто другой'))
    t.ok(text.includes('"№_",["number"],", ",["width"],"_мм'))
  }
})

t.test('words that only end like short ones are not bound', async (t) => {
  t.equal(bound('Алиса вошла, кто-то и-за'), 'Алиса вошла, кто-то и-за')
  t.equal(bound('- в списке'), '- в_списке', 'Markdown lists are not affected')
})

t.test('text with non-breaking spaces and English text are unchanged', async (t) => {
  const text = insertNbsp('Кольцо с камнем — и точка', 'ru')
  t.equal(insertNbsp(text, 'ru'), text)
  t.equal(insertNbsp('a ring — and 30 days', 'en'), 'a ring — and 30 days')
})

t.test('a text is cut after a sentence, or else after a word', async (t) => {
  t.equal(shorten('A ring. A box.', 20), 'A ring. A box.')
  t.equal(shorten('A ring. A long box of velvet.', 20), 'A ring.')
  t.equal(shorten('A ring in a long box of velvet', 20), 'A ring in a long…')
})
