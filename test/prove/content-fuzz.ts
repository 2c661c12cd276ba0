/**
 * Ten thousand malformed content queries over real HTTP: every response is 200, 400 or 404, quick, and leaks nothing.
 * `QUERIES` sets the count, `TEST_SEED` repeats a run.
 */
import { join } from 'node:path'

import { fuzzContent } from '#test/server/content/api/fuzz-content.ts'
import { report } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'

const contentDir = join(import.meta.dirname, '../../content')
const queries = Number(process.env['QUERIES'] ?? 10_000)
const seed = seedOfRun()
const { statuses, wrong, p50, p999, slowest, slowestAddress, growthMb } = await fuzzContent({
  contentDir,
  queries,
  seed,
})
for (const line of wrong.slice(0, 5)) console.log(`# ${line}`)
if (slowest > 100) console.log(`# slowest: ${slowestAddress}`)
report('content-fuzz', { value: wrong.length, unit: 'wrong answers', most: 0, statuses, queries, seed })
report('content-fuzz p99.9', { value: p999, unit: 'ms', most: 50, p50 })
report('content-fuzz slowest', { value: slowest, unit: 'ms', most: 500 })
report('content-fuzz growth of memory', { value: growthMb, unit: 'MB', most: 10 })
