import { FAULT_CASES, LONGEST_MS, runFaultCase } from '#test/server/commerce/fault-table.ts'

/** Every fault of the backend, often: attempts, time and error fields, a JSON line each; exit 1 where one is wrong. */
const ROUNDS = 20

let wrong = 0
for (const faultCase of FAULT_CASES) {
  for (const kind of ['read', 'write'] as const) {
    const rows = []
    for (let round = 0; round < ROUNDS; round += 1) rows.push(await runFaultCase(faultCase, kind))
    const attempts = [...new Set(rows.map((row) => row.attempts))]
    const wanted = kind === 'read' ? faultCase.readAttempts : 1
    const longest = Math.max(...rows.map(({ ms }) => ms))
    const isRight = longest < LONGEST_MS && attempts.length === 1 && attempts[0] === wanted
    if (!isRight) wrong += 1
    const { name } = faultCase
    console.log(
      JSON.stringify({
        name,
        kind,
        rounds: ROUNDS,
        attempts,
        longest_ms: longest,
        right: isRight,
        error: rows[0]?.error,
      }),
    )
  }
}
process.exitCode = wrong === 0 ? 0 : 1
