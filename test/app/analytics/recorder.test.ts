import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import t from 'tap'

const RECORDER = join(dirname(fileURLToPath(import.meta.resolve('mixpanel-browser'))), 'mixpanel.module.js')

t.test('the recorder stops waiting for frames and stylesheets after five seconds', async (t) => {
  const text = readFileSync(RECORDER, 'utf8')
  for (const name of ['iframeLoadTimeout', 'stylesheetLoadTimeout']) {
    t.match(text, `${name} = _options_${name} === void 0 ? 5e3 :`, 'the default timeout')
    t.notMatch(text, new RegExp(`['"]?${name}['"]?: \\d`), 'Mixpanel does not override it')
  }
})
