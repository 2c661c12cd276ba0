import t from 'tap'

import { isEmailAddress, maskEmailAddress } from '#shared/email/is-email-address.ts'

t.test('a valid address is accepted', async (t) => {
  for (const good of ['a@b.co', ' anna@example.com ', 'a.b+c@d.e.example', 'анна@почта.рф'])
    t.ok(isEmailAddress(good), good)
})

t.test('an invalid address is rejected', async (t) => {
  const bad = [
    '',
    ' ',
    'a',
    'a b@c.de',
    'a@b c.de',
    'a@b@c.de',
    'a@@b.de',
    'a@b',
    'a.b@c',
    'a@b.',
    'a@.b',
    '@b.co',
    `${'a'.repeat(250)}@b.co`,
    'Ann <a@b.co>',
    'a,b@c.de',
    'a;b@c.de',
    'a:b@c.de',
    '"a"@b.co',
    'a\u0000b@c.de',
    'a\u200bb@c.de',
    'a@b.co\u202e',
  ]
  for (const text of bad) t.notOk(isEmailAddress(text), text)
})

t.test('a hostile address is rejected by its length, before the regular expression', async (t) => {
  const matches = t.capture(RegExp.prototype, 'test')
  const isAccepted = isEmailAddress(`a@${'.'.repeat(100_000)}@`)
  matches.restore()
  t.notOk(isAccepted)
  t.same(matches(), [])
})

t.test('a masked address is recognizable only to its owner', async (t) => {
  t.equal(maskEmailAddress('ada@shopper.example'), 'a…@shopper.example')
  t.equal(maskEmailAddress('анна@почта.рф'), 'а…@почта.рф')
  t.equal(maskEmailAddress('𝒶da@shopper.example'), '𝒶…@shopper.example', 'a surrogate pair is not split')
})
