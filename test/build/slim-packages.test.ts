import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import t from 'tap'

import { UNUSED_PARTS } from '../../src/build/slim-packages.ts'

/** After an update of the router, a pattern that no longer matches would silently keep its part in the build. */
void t.test('every part that is kept out of the browser build is found in the router', (t) => {
  const main = fileURLToPath(import.meta.resolve('react-router')).replace(/dist\/.*/, '')
  const files = ['router/router', 'components', 'hooks']
  const router = files.map((file) => readFileSync(`${main}dist/production/lib/${file}.js`, 'utf8')).join('\n')
  for (const [part] of UNUSED_PARTS) t.ok(router.match(part), String(part))
  t.end()
})
