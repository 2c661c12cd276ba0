/** Kills the server at twenty random moments between its response to a form and the sending of the email. */
import { killRounds } from '#test/server/email/kill-rounds.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 20)

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'prove-letters' })
const seed = seedOfRun()
const seconds = startWatch()
const rounds = await killRounds(t, { commerce, rounds: ROUNDS, random: createRandom(seed) })
for (const round of rounds) console.log(JSON.stringify({ name: 'kill', ...round }))
const once = rounds.filter(({ emails }) => emails === 1).length
const inSmtp = rounds.filter(({ reached }) => reached === 'smtp').length
check('emails-survive', once === ROUNDS, { rounds: rounds.length, once, inSmtp, seed, seconds: seconds() })
