import t from 'tap'

import { maskEmailAddress } from '#shared/email/is-email-address.ts'

t.test('a masked address is recognizable only to its owner', async (t) => {
  t.equal(maskEmailAddress('ada@shopper.example'), 'a…@shopper.example')
  t.equal(maskEmailAddress('анна@почта.рф'), 'а…@почта.рф')
  t.equal(maskEmailAddress('𝒶da@shopper.example'), '𝒶…@shopper.example', 'a surrogate pair is not split')
})
