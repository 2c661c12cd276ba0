/** `npm run prove <name>`: a proof at its full count, where `npm test` holds a reduced one. Without a name: what there is. */
import { join } from 'node:path'

import { runNamed } from '#test/runner/run-named.ts'

await runNamed({ folder: join(import.meta.dirname, 'prove'), kind: 'prove', args: process.argv.slice(2) })
