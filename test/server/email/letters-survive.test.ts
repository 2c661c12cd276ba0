import t from 'tap'

import { createRandom, seedOfRun } from '#test/support/random.ts'
import { testCommerce } from '#test/support/test-shop.ts'

import { killRounds } from './kill-rounds.ts'

t.test('whoever subscribes a moment before the server is killed gets one letter', async (t) => {
  const seed = seedOfRun()
  t.comment(`TEST_SEED=${seed}`)
  const rounds = await killRounds(t, { commerce: await testCommerce(), rounds: 2, random: createRandom(seed) })
  for (const round of rounds) t.equal(round.letters, 1, JSON.stringify(round))
})
