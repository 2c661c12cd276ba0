import { createRequire } from 'node:module'
import path from 'node:path'

import './end-with-parent.ts'

const require = createRequire(import.meta.url)
const directory = path.dirname(import.meta.dirname)

process.chdir(directory)
const { default: migrate } = require('@medusajs/medusa/commands/db/migrate') as {
  default: (options: { directory: string; executeSafeLinks: boolean }) => Promise<never>
}
await migrate({ directory, executeSafeLinks: true })
