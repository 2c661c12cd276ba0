import t from 'tap'

import { readSources } from '#test/support/module-graph.ts'

/** Components without states of their own: they only wrap others or render nothing. */
const CARRIERS = ['section', 'server-only', 'when-near', 'hydration-mark'].map((name) => `src/app/ui/${name}.tsx`)

t.test('the style guide shows every component of the interface', async (t) => {
  const [guide] = readSources('src/app/pages').filter(({ path }) => path.endsWith('/styleguide-page.tsx'))
  const parts = readSources('src/app/ui').filter(
    ({ path }) => path.endsWith('.tsx') && !path.includes('/overlays/') && !CARRIERS.includes(path),
  )
  t.same(
    parts.filter(({ path }) => !guide?.imports.includes(path)).map(({ path }) => path),
    [],
  )
})
