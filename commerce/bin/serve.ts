import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const directory = path.dirname(import.meta.dirname)

// Whoever started us is gone, however it ended: nobody would ever stop this process, so it stops by itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// Subscribers are only found from the project's own folder.
process.chdir(directory)
const { default: start } = require('@medusajs/medusa/commands/start') as {
  default: (options: { directory: string; host: string; port: number }) => Promise<unknown>
}
await start({ directory, host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 9000) })
