/** `npm run docs:api`: generates `docs/api.md` from the schemas of the routes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildDocumentedApi, describeApi } from './api-docs.ts'

const app = await buildDocumentedApi()
writeFileSync(join(import.meta.dirname, '../../docs/api.md'), describeApi(app))
await app.close()
