import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import { dashboardDir } from './dashboard.ts'
import type { DataFolder } from './processes/data-folder.ts'
import { endProcess, isDiskFull, readLog, sizeOf, startProcess } from './processes/run-process.ts'
import { commerceProgram } from './shop-database.ts'

const START_TIMEOUT_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export interface MedusaOptions {
  folder: DataFolder
  commerceDir: string
  port: number
  databaseUrl: string
  medusaSecret: string
  signingKey: string
  storefrontUrl: string | undefined
  publishableKey: string
  environment: Record<string, string> | undefined
  log: (line: string) => void
  signal: AbortSignal | undefined
}

/** Restarted when it crashes. */
export interface Medusa {
  url: string
  /** @throws StartError if it does not answer in time */
  start: () => Promise<void>
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export function superviseMedusa(options: MedusaOptions): Medusa {
  const { folder, port, log: print, signal } = options
  const url = `http://127.0.0.1:${port}`
  const log = join(folder.logs, 'medusa.log')
  const retry = { pause: FIRST_PAUSE_MS, timer: undefined as NodeJS.Timeout | undefined }
  let child: ChildProcess | undefined
  let wanted = false

  async function start(): Promise<void> {
    wanted = true
    clearTimeout(retry.timer)
    const from = sizeOf(log)
    const started = spawnMedusa(options, log)
    child = started
    if (started.pid !== undefined) folder.record('medusa', started.pid)
    let over = false
    started.once('error', () => (over = true))
    started.once('exit', () => {
      over = true
      folder.forget('medusa')
    })

    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await answers(url, options.publishableKey))) {
      if (over || signal?.aborted || Date.now() > deadline) {
        await end('SIGKILL')
        signal?.throwIfAborted()
        throw new StartError(messageFor(readLog(log, from), over, port, log))
      }
      await pause(100)
    }
    retry.pause = FIRST_PAUSE_MS
    started.once('exit', (code, reason) => {
      if (wanted && child === started)
        startAgain(`Medusa exited unexpectedly (${reason ?? `code ${code}`}, log ${log})`)
    })
  }

  function startAgain(what: string): void {
    print(`${what}; restarting it in ${retry.pause / 1000} s.`)
    retry.timer = setTimeout(() => {
      start().then(
        () => print('Medusa answers again.'),
        (error: unknown) => {
          if (wanted) startAgain(error instanceof Error ? error.message.replace(/\.$/, '') : String(error))
        },
      )
    }, retry.pause)
    retry.pause = Math.min(retry.pause * 2, LONGEST_PAUSE_MS)
  }

  async function end(request: NodeJS.Signals): Promise<void> {
    const { pid } = child ?? {}
    child = undefined
    if (pid !== undefined) await endProcess(pid, 4_000, request)
    folder.forget('medusa')
  }

  function stopWith(request: NodeJS.Signals): () => Promise<void> {
    return async () => {
      wanted = false
      clearTimeout(retry.timer)
      await end(request)
    }
  }

  return { url, start, kill: stopWith('SIGKILL'), stop: stopWith('SIGTERM') }
}

function spawnMedusa(
  { folder, commerceDir, port, databaseUrl, medusaSecret, signingKey, storefrontUrl, environment }: MedusaOptions,
  log: string,
): ChildProcess {
  const env = {
    HOST: '127.0.0.1',
    MEDUSA_BACKEND_URL: `http://127.0.0.1:${port}`,
    DASHBOARD_DIR: dashboardDir(folder.path, commerceDir),
    UPLOADS_DIR: join(folder.path, 'uploads'),
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    MEDUSA_SECRET: medusaSecret,
    BACKEND_SIGNING_KEY: signingKey,
    STOREFRONT_URL: storefrontUrl ?? '',
    ...environment,
  }
  return startProcess(commerceProgram(commerceDir, ['serve.ts'], { log, env }))
}

/** Also its Store API has to accept the publishable key. */
async function answers(url: string, key: string): Promise<boolean> {
  try {
    const alive = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })
    if (!alive.ok) return false
    const shop = await fetch(`${url}/store/regions?limit=1&fields=id`, {
      headers: { 'x-publishable-api-key': key },
      signal: AbortSignal.timeout(10_000),
    })
    return shop.ok
  } catch {
    return false
  }
}

function messageFor(output: string, over: boolean, port: number, log: string): string {
  if (/EADDRINUSE/.test(output))
    return `Medusa did not start: port ${port} was taken meanwhile; choose another with COMMERCE_PORT.`
  if (isDiskFull(output)) return 'Medusa did not start: the disk is full; make room and start again.'
  const what = over ? 'Medusa ended before it was ready' : `Medusa did not answer within ${START_TIMEOUT_MS / 1000} s`
  return `${what}; the reason is at the end of ${log}.`
}
