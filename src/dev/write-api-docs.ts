/** `npm run docs:api`: generates `docs/api.md` from the schemas of the routes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describeApi, readApi } from './api-docs.ts'

writeFileSync(join(import.meta.dirname, '../../docs/api.md'), describeApi(await readApi()))
