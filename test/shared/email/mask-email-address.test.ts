import t from 'tap'

import { maskEmailAddress } from '#shared/email/is-email-address.ts'

t.test('an address is shown so that its owner knows it, and nobody can write to it', async (t) => {
  t.equal(maskEmailAddress('ada@shopper.example'), 'a…@shopper.example')
  t.equal(maskEmailAddress('анна@почта.рф'), 'а…@почта.рф')
  t.equal(maskEmailAddress('𝒶da@shopper.example'), '𝒶…@shopper.example', 'a letter is shown whole')
})
