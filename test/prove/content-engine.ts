/**
 * The content engine at full count: random queries compared with a plain filter, and ten thousand malformed queries in
 * process, each answered or rejected quickly and without leaks. `QUERIES` sets the count, `TEST_SEED` repeats a run.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { inventDocuments } from '#test/bench/parts/content-documents.ts'
import { checkAgainstNaive } from '#test/content/query/check-against-naive.ts'
import { fuzzEngine } from '#test/content/query/fuzz-engine.ts'
import { check, percentile, report } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'

const queries = Number(process.env['QUERIES'] ?? 10_000)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const seed = seedOfRun()
checkAgainstNaive({ runs: queries, seed })
check('content-engine as a plain filter', true, { runs: queries, seed })

let used = 0
const { statuses, wrong, times, slowest } = fuzzEngine(inventDocuments(1000), {
  queries,
  seed,
  onThird: () => (used = usedMb()),
})
for (const line of wrong.slice(0, 5)) console.log(`# ${line}`)
if ((times.at(-1) ?? 0) > 100) console.log(`# slowest: ${slowest}`)
report('content-engine', { value: wrong.length, unit: 'wrong answers', most: 0, statuses, queries, seed })
report('content-engine p99.9', { value: percentile(times, 0.999), unit: 'ms', most: 50 })
report('content-engine slowest', { value: percentile(times, 1), unit: 'ms', most: 500 })
report('content-engine growth of memory', { value: usedMb() - used, unit: 'MB', most: 10 })

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
