import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

import './end-with-parent.ts'
import { DASHBOARD_DIR } from '../src/http/dashboard.ts'

// Builds Medusa Admin into DASHBOARD_DIR. `medusa build` would compile the sources of the backend too, and needs another
// version of TypeScript than this project.
const require = createRequire(import.meta.url)
const directory = path.dirname(import.meta.dirname)
const sources = [path.join(directory, 'src/admin')].filter((folder) => existsSync(folder))
const unfinished = `${DASHBOARD_DIR}.unfinished`

// The shop's own files are private. These are not, and a Medusa of another user has to read them.
process.umask(0o022)
// The shop that runs beside it goes first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// The bundler writes its entry to the folder `.medusa` below the working directory.
process.chdir(directory)
const { build } = require('@medusajs/admin-bundler') as {
  build: (options: {
    disable: boolean
    path: string
    outDir: string
    backendUrl: string
    sources: string[]
    plugins: string[]
  }) => Promise<void>
}
await rm(unfinished, { recursive: true, force: true })
await build({ disable: false, path: '/app', outDir: unfinished, backendUrl: '/', sources, plugins: [] })
// The folder appears only when it is complete.
await rm(DASHBOARD_DIR, { recursive: true, force: true })
await rename(unfinished, DASHBOARD_DIR)
