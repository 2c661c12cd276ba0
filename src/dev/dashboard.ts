import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import type { DataFolder } from './processes/data-folder.ts'
import { isDiskFull, ProcessFailure, runProcess } from './processes/run-process.ts'
import { commerceProgram, filesUnder } from './shop-database.ts'

interface DashboardOptions {
  folder: DataFolder
  commerceDir: string
  log: (line: string) => void
  signal: AbortSignal
}

/** Named by the versions of its packages and our additions to it. */
export function dashboardDir(dataDir: string, commerceDir: string): string {
  const hash = createHash('sha256')
  const names = ['package-lock.json', 'bin/build-dashboard.ts', 'src/admin', 'src/media']
  const sources = names.map((name) => join(commerceDir, name))
  for (const file of sources.filter((path) => existsSync(path)).flatMap(filesUnder))
    hash.update(relative(commerceDir, file)).update(readFileSync(file))
  return join(dataDir, 'dashboard', hash.digest('hex').slice(0, 24))
}

/** With lower priority, unless it is built already. Logs a failure, and never throws. */
export async function buildDashboard(url: string, options: DashboardOptions): Promise<void> {
  const { folder, commerceDir, log: print, signal } = options
  const target = dashboardDir(folder.path, commerceDir)
  if (existsSync(target)) return print(`Dashboard ready at ${url}`)
  print('Building the dashboard, once: about half a minute…')
  const began = Date.now()
  const log = join(folder.logs, 'dashboard.log')
  const program = commerceProgram(commerceDir, ['build-dashboard.ts'], { log, env: { DASHBOARD_DIR: target } })
  try {
    await runProcess(program, { signal, folder, name: 'dashboard' })
    forgetOthers(target)
    print(`Dashboard ready at ${url}, built in ${Math.round((Date.now() - began) / 1000)} s`)
  } catch (error) {
    if (signal.aborted) return
    const reason =
      error instanceof ProcessFailure && isDiskFull(error.output)
        ? 'the disk is full; make room and start again'
        : `the reason is at the end of ${log}. The next start tries again`
    print(`The dashboard could not be built: ${reason}. The shop runs without it.`)
  }
}

function forgetOthers(target: string): void {
  for (const name of readdirSync(dirname(target)))
    if (name !== basename(target)) rmSync(join(dirname(target), name), { recursive: true, force: true })
}
