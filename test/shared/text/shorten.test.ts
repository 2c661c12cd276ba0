import t from 'tap'

import { shorten } from '#shared/text/shorten.ts'

t.test('a text is cut after a sentence, or else after a word', async (t) => {
  t.equal(shorten('A ring. A box.', 20), 'A ring. A box.')
  t.equal(shorten('A ring. A long box of velvet.', 20), 'A ring.')
  t.equal(shorten('A ring in a long box of velvet', 20), 'A ring in a long…')
})
