import t from 'tap'

import { seedOfRun } from '#test/support/random.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

import { fuzzSearch, reflects } from './fuzz-search.ts'

/** The full count is `npm run prove search-fuzz`. */
const QUERIES = 500
const PAGES = 60

t.test('any query is answered with 200 or 400, and is never reflected as HTML', async (t) => {
  const seed = seedOfRun()
  const { app, url: origin } = await startShop(t)
  await until(() => app.catalog.version !== null, 30_000)
  const { statuses, wrong, shown, growthMb } = await fuzzSearch({
    origin,
    queries: QUERIES,
    pages: PAGES,
    seed,
  })
  t.same(wrong, [], `TEST_SEED=${seed} asks the same again`)
  t.ok((statuses[200] ?? 0) > QUERIES / 3 && (statuses[400] ?? 0) > QUERIES / 20, JSON.stringify(statuses))
  t.ok(shown > PAGES / 10, `${shown} pages say what was looked for`)
  t.ok(growthMb < 20, `${growthMb} MB more`)
})

t.test('the fuzz test detects a page that reflects the query', async (t) => {
  for (const html of ['<p><zq1></p>', '<script type="application/json"></script><zq1>', '<input value="a" zq1="1">'])
    t.ok(reflects(html, 'zq1'), html)
  for (const html of [
    '<p>&lt;zq1&gt; zq1</p>',
    '<input value="&quot; zq1=&quot;1">',
    '<script type="application/json">{"q":"\\" zq1=\\"1"}</script>',
    '<p>" zq1="1</p>',
  ])
    t.notOk(reflects(html, 'zq1'), html)
})
