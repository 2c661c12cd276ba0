/** `npm run docs:api`: generates `docs/api.md` from the schemas of the routes, and `docs/limits.md` from their limits. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildDocumentedApi, describeApi, describeLimits } from './api-docs.ts'

const app = await buildDocumentedApi()
const docs = join(import.meta.dirname, '../../docs')
writeFileSync(join(docs, 'api.md'), describeApi(app))
writeFileSync(join(docs, 'limits.md'), describeLimits(app))
await app.close()
