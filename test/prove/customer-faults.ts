/** Stops Medusa or PostgreSQL at every moment of every step of a customer; `npm test` plants one fault in each step. */
import { runCommand } from '#test/runner/run-command.ts'

const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
process.exitCode = await runCommand(process.execPath, ['test/run.ts', 'test/server/customers/faults.test.ts'], {
  env: { EVERY_FAULT: 'yes' },
  signal: end.signal,
})
