/** Runs every backend fault as a read and as a write. Prints the attempts, the time and the error. */
import { FAULT_CASES, LONGEST_MS, runFaultCase } from '#test/server/medusa/fault-table.ts'

const ROUNDS = 3

const calls = FAULT_CASES.flatMap((faultCase) => [
  { faultCase, kind: 'read' as const, attempts: faultCase.readAttempts },
  { faultCase, kind: 'write' as const, attempts: 1 },
])

for (const { faultCase, kind, attempts } of calls) {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const row = await runFaultCase(faultCase, kind)
    // Without a server, attempts cannot be counted.
    const passed = row.ms < LONGEST_MS && (faultCase.handler === undefined || row.attempts === attempts)
    if (!passed) process.exitCode = 1
    console.log(JSON.stringify({ ...row, round, passed }))
  }
}
