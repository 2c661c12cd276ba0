/** Every way in which the backend can fail, as a read and as a write: attempts, time and what the error says. */
import { FAULT_CASES, LONGEST_MS, runFaultCase } from '#test/server/medusa/fault-table.ts'

const ROUNDS = 3

const calls = FAULT_CASES.flatMap((faultCase) => [
  { faultCase, kind: 'read' as const, attempts: faultCase.readAttempts },
  { faultCase, kind: 'write' as const, attempts: 1 },
])

for (const { faultCase, kind, attempts } of calls) {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const row = await runFaultCase(faultCase, kind)
    // Where no one listens no one counts.
    const passed = row.ms < LONGEST_MS && (faultCase.handler === undefined || row.attempts === attempts)
    if (!passed) process.exitCode = 1
    console.log(JSON.stringify({ ...row, round, passed }))
  }
}
