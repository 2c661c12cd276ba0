import t from 'tap'

import { inventDocuments } from '#test/bench/parts/content-documents.ts'
import { seedOfRun } from '#test/support/random.ts'

import { fuzzEngine } from './fuzz-engine.ts'

/** The full count is `npm run prove content-engine`. */
const QUERIES = 1500

t.test('a malformed query is rejected and changes nothing', async (t) => {
  const seed = seedOfRun()
  const { statuses, wrong } = fuzzEngine(inventDocuments(300), { queries: QUERIES, seed })
  t.same(wrong, [], `TEST_SEED=${seed} asks the same again`)
  t.ok(statuses[200] > QUERIES / 10, 'many are right all the same')
  t.ok(statuses[400] > QUERIES / 10, 'and many are not')
})
