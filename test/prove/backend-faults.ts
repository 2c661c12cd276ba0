/** Runs every backend fault as a read and as a write. Prints the attempts, the time and the error. */
import { FAULT_CASES, LONGEST_MS, runFaultCase } from '#test/server/medusa/fault-table.ts'
import { check } from '#test/support/program.ts'

const ROUNDS = 3

for (const faultCase of FAULT_CASES)
  for (const kind of ['read', 'write'] as const)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const row = await runFaultCase(faultCase, kind)
      const attempts = kind === 'read' ? faultCase.readAttempts : 1
      // Without a server, attempts cannot be counted.
      const isCounted = faultCase.handler === undefined || row.attempts === attempts
      check('backend-faults', row.ms < LONGEST_MS && isCounted, { ...row, round })
    }
