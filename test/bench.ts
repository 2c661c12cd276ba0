/** `npm run bench <name>`: prints measurements, a JSON object a line: `{name, value, unit, …}`. Without a name: the list. */
import { join } from 'node:path'

import { runNamed } from '#test/runner/run-named.ts'

await runNamed({ folder: join(import.meta.dirname, 'bench'), kind: 'bench', args: process.argv.slice(2) })
