/** Kills the server at twenty random moments between its response to a form and the sending of the email. */
import { killRounds } from '#test/server/email/kill-rounds.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 20)

const ends: (() => unknown)[] = []
const commerce = await startTestCommerce({ name: 'prove-letters' })
try {
  const seed = seedOfRun()
  const began = performance.now()
  const teardown = (end: () => unknown): void => void ends.push(end)
  const rounds = await killRounds({ teardown }, { commerce, rounds: ROUNDS, random: createRandom(seed) })
  for (const round of rounds) console.log(JSON.stringify({ name: 'kill', ...round }))
  const once = rounds.filter(({ emails }) => emails === 1).length
  const inSmtp = rounds.filter(({ reached }) => reached === 'smtp').length
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(JSON.stringify({ name: 'emails-survive', rounds: rounds.length, once, inSmtp, seed, seconds }))
  if (once !== ROUNDS) process.exitCode = 1
} finally {
  for (const end of ends.toReversed()) await end()
  await commerce.stop()
}
