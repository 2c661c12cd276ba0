import { join } from 'node:path'

import t from 'tap'

import { seedOfRun } from '#test/support/random.ts'

import { fuzzContent } from './fuzz-content.ts'

/** The full count is `npm run prove content-fuzz`. */
const QUERIES = 800

t.test('random requests are answered with 200, 400 or 404, and leak no memory', async (t) => {
  const seed = seedOfRun()
  const contentDir = join(import.meta.dirname, '../../../../content')
  const { statuses, wrong, growthMb } = await fuzzContent({ contentDir, queries: QUERIES, seed })
  t.same(wrong, [], `TEST_SEED=${seed} asks the same again`)
  t.ok((statuses[200] ?? 0) > QUERIES / 10, 'many can be read to their end')
  t.ok(growthMb < 20, `${growthMb} MB more`)
})
