import t from 'tap'

import { createRandom, seedOfRun } from '#test/support/random.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

import { killRounds } from './kill-rounds.ts'

t.test('a shopper who subscribes just before the server is killed gets one email', async (t) => {
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const rounds = await killRounds(t, { commerce: await sharedCommerce(), rounds: 2, random: createRandom(seed) })
  for (const round of rounds) t.equal(round.emails, 1, JSON.stringify(round))
})
