/**
 * Tests that need minutes for one rule, with the backend and the browser of `npm test`: the files of `suites/`, and every
 * fault at every moment of every step of a customer. Exit 1 if one fails.
 */
import { runCommand } from '#test/runner/run-command.ts'

const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
const files = ['test/prove/suites', 'test/server/customers/faults.test.ts']
process.exitCode = await runCommand(process.execPath, ['test/run.ts', ...files], {
  env: { EVERY_FAULT: 'yes' },
  signal: end.signal,
})
