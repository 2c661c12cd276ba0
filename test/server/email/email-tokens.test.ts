import t from 'tap'

import { createEmailTokens } from '#server/email/email-tokens.ts'

const SECRET = 'a secret of thirty-two letters or so'
const ID = '6f1c2d1e-0000-4000-8000-0123456789ab'
const DAY = 86_400_000
/** The characters of base64url. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

t.test('a link is valid only for its own purpose, until it expires', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const tokens = createEmailTokens(SECRET, () => now)
  const token = tokens.sign('confirm', ID)
  t.same(tokens.read('confirm', token), { state: 'good', subject: ID })
  t.same(tokens.read('preferences', token), { state: 'damaged' }, 'not for another purpose')
  now += 7 * DAY - 1000
  t.equal(tokens.read('confirm', token).state, 'good')
  now += 2000
  t.same(tokens.read('confirm', token), { state: 'lapsed', subject: ID })
})

t.test('a link that was changed, truncated or signed with another secret is invalid', async (t) => {
  const tokens = createEmailTokens(SECRET)
  const token = tokens.sign('stop', 'ab'.repeat(32))
  for (let at = 0; at < token.length; at += 1) {
    // Several last characters decode to the same bytes, so every character is tried.
    for (const other of DIGITS.replace(token[at] ?? '', '')) {
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      if (tokens.read('stop', changed).state !== 'damaged') t.fail(`changed at ${at} to ${other}`)
    }
  }
  const others = createEmailTokens(`${SECRET}!`).sign('stop', 'ab'.repeat(32))
  for (const wrong of ['', '.', '..', token.slice(0, -1), `${token}x`, others, 'x'.repeat(100_000)])
    t.equal(tokens.read('stop', wrong).state, 'damaged')
})
