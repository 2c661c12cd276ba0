import { createRequire } from 'node:module'
import path from 'node:path'

import './end-with-parent.ts'

const require = createRequire(import.meta.url)
const [script = '', ...args] = process.argv.slice(2)

process.chdir(path.dirname(import.meta.dirname))
const { default: exec } = require('@medusajs/medusa/commands/exec') as {
  default: (options: { file: string; args: string[] }) => Promise<never>
}
await exec({ file: path.join('src/scripts', script), args })
