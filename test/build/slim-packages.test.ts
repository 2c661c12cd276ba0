import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import t from 'tap'

import { UNASKED } from '../../src/build/slim-packages.ts'

/** Of a package that has changed a rule might silently leave in what it is there to leave out. */
void t.test('everything that browsers are not to load of the router stands in the router', (t) => {
  const main = fileURLToPath(import.meta.resolve('react-router')).replace(/dist\/.*/, '')
  const files = ['router/router', 'components', 'hooks']
  const router = files.map((file) => readFileSync(`${main}dist/production/lib/${file}.js`, 'utf8')).join('\n')
  for (const [asks] of UNASKED) t.ok(router.match(asks), String(asks))
  t.end()
})
