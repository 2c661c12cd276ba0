/** `npm run prove <name>`: runs a proof at its full count; `npm test` runs reduced ones. Without a name it prints the list. */
import { join } from 'node:path'

import { runNamed } from '#test/runner/run-named.ts'

await runNamed({ folder: join(import.meta.dirname, 'prove'), kind: 'prove', args: process.argv.slice(2) })
