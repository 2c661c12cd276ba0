/**
 * Ten thousand malformed content queries over real HTTP: every response is 200, 400 or 404, quick, and leaks nothing.
 * Prints a JSON line for each figure; exit 1 if one exceeds its limit. `QUERIES` sets the count, `TEST_SEED` repeats a
 * run.
 */
import { join } from 'node:path'

import { fuzzContent } from '#test/server/content/api/fuzz-content.ts'
import { seedOfRun } from '#test/support/random.ts'

const CONTENT = join(import.meta.dirname, '../../content')
const QUERIES = Number(process.env['QUERIES'] ?? 10_000)

const seed = seedOfRun()
const { statuses, wrong, p50, p999, slowest, slowestAddress, growthMb } = await fuzzContent({
  contentDir: CONTENT,
  queries: QUERIES,
  seed,
})
for (const line of wrong.slice(0, 5)) console.log(`# ${line}`)
if (slowest > 100) console.log(`# slowest: ${slowestAddress}`)
print('wrong answers', wrong.length, 0, 'count', { statuses, queries: QUERIES, seed })
print('p99.9', p999, 50, 'ms', { p50: round(p50) })
print('slowest', slowest, 500, 'ms')
print('growth of memory', growthMb, 10, 'MB')

function print(what: string, measured: number, limit: number, unit: string, more: object = {}): void {
  const value = round(measured)
  if (value > limit) process.exitCode = 1
  console.log(JSON.stringify({ name: 'content-fuzz', what, value, unit, limit, within: value <= limit, ...more }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
