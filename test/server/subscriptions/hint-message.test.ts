import t from 'tap'

import { HttpError } from '#server/http/http-error.ts'
import { toHintMessage } from '#server/subscriptions/drop-hint.ts'

t.test('the message of a hint keeps its text and line breaks but no invisible characters', async (t) => {
  t.equal(toHintMessage('  Это кольцо!\r\nПомнишь?\r\rДа \u202e\u0007\u0000'), 'Это кольцо!\nПомнишь?\n\nДа')
  t.equal(toHintMessage('a\n\n\n\n\nb'), 'a\n\nb')
  t.equal(toHintMessage('for the two of us 👩‍❤️‍👨'), 'for the two of us 👩‍❤️‍👨')
  t.equal(
    toHintMessage('as on shop.example, or so'),
    'as on shop.example, or so',
    'a host name without a path is allowed',
  )
  for (const empty of [null, undefined, '', ' \n ', '\u0000']) t.equal(toHintMessage(empty), null)
  t.equal(toHintMessage('x'.repeat(500))?.length, 500)
})

t.test('a message that is too long or mostly a link is refused with a reason', async (t) => {
  const wrong = [
    'x'.repeat(501),
    'https://evil.example/win?a=1',
    'look: http://evil.example/win',
    'www.evil.example',
    'win evil.example/prize now',
    'HTTPS://EVIL.EXAMPLE',
    'https://evil.example/a https://evil.example/b or so',
  ]
  for (const text of wrong) {
    t.throws(() => toHintMessage(text), HttpError, text)
  }
})
