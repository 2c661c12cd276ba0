/**
 * The content engine at full count: random queries compared with a plain filter, and ten thousand malformed queries in
 * process, each answered or rejected quickly and without leaks. Prints a JSON line for each figure; exit 1 if one
 * exceeds its limit. `QUERIES` sets the count, `TEST_SEED` repeats a run.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { inventDocuments } from '#test/bench/parts/content-documents.ts'
import { checkAgainstNaive } from '#test/content/query/check-against-naive.ts'
import { fuzzEngine } from '#test/content/query/fuzz-engine.ts'
import { seedOfRun } from '#test/support/random.ts'

const QUERIES = Number(process.env['QUERIES'] ?? 10_000)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const seed = seedOfRun()
checkAgainstNaive({ runs: QUERIES, seed })
console.log(JSON.stringify({ name: 'content-engine', what: 'as a plain filter', value: QUERIES, unit: 'runs', seed }))

let used = 0
const { statuses, wrong, times, slowest } = fuzzEngine(inventDocuments(1000), {
  queries: QUERIES,
  seed,
  onThird: () => (used = usedMb()),
})
for (const line of wrong.slice(0, 5)) console.log(`# ${line}`)
if ((times.at(-1) ?? 0) > 100) console.log(`# slowest: ${slowest}`)
print('wrong answers', wrong.length, 0, 'count', { statuses, queries: QUERIES, seed })
print('p99.9', times[Math.floor(times.length * 0.999)] ?? 0, 50, 'ms')
print('slowest', times.at(-1) ?? 0, 500, 'ms')
print('growth of memory', usedMb() - used, 10, 'MB')

function print(what: string, measured: number, limit: number, unit: string, more: object = {}): void {
  const value = round(measured)
  if (value > limit) process.exitCode = 1
  console.log(JSON.stringify({ name: 'content-engine', what, value, unit, limit, within: value <= limit, ...more }))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
