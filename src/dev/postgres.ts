import { createHash } from 'node:crypto'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import type { PostgresHome } from './postgres-home.ts'
import type { DataFolder } from './processes/data-folder.ts'
import {
  DATABASE_TIMEOUT_MS,
  endProcess,
  isDiskFull,
  ProcessFailure,
  readLog,
  runProcess,
  sizeOf,
  startProcess,
} from './processes/run-process.ts'

const START_TIMEOUT_MS = 30_000
/** While child processes of a killed server are still running. */
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/

export interface Postgres {
  urlOf: (database: string, role?: string, password?: string) => string
  stop: () => Promise<void>
}

export interface PostgresOptions {
  folder: DataFolder
  home: PostgresHome
  port: number
  /** Of the superuser; letters and digits. */
  password: string
  /** False makes the database faster, but its data is not safe in a power cut. */
  durable: boolean
  onDeath: (error: StartError) => void
  signal: AbortSignal | undefined
}

/** On 127.0.0.1, without a socket file; initializes the data if there is none. Throws StartError. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, home, port, password, signal } = options
  const log = join(folder.logs, 'postgres.log')
  if (!existsSync(join(home.data, 'PG_VERSION'))) await initialize(options, log)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const from = sizeOf(log)
    const stop = (await ensurePassword(options, log)) ? await tryStart(options, log, deadline) : undefined
    if (stop) {
      const urlOf: Postgres['urlOf'] = (database, role = 'postgres', rolePassword = password) =>
        `postgres://${role}:${rolePassword}@127.0.0.1:${port}/${database}`
      return { urlOf, stop }
    }
    signal?.throwIfAborted()
    const output = readLog(log, from)
    if (!STILL_IN_USE.test(output) || Date.now() > deadline) {
      throw new StartError(messageFor(output, 'PostgreSQL did not start', log, port))
    }
    await pause(250)
  }
}

async function tryStart(
  { folder, home, port, durable, onDeath, signal }: PostgresOptions,
  log: string,
  deadline: number,
): Promise<(() => Promise<void>) | undefined> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ]
  const child = startProcess({
    command: join(home.programs, 'postgres'),
    args: ['-D', home.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    cwd: home.data,
    log,
    user: home.user,
  })
  const { pid } = child
  const from = sizeOf(log)
  let expected = true
  let ended = false
  child.once('error', () => (ended = true))
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.once('exit', () => {
    ended = true
    folder.forget('postgres')
    if (!expected) onDeath(new StartError(messageFor(readLog(log, from), 'PostgreSQL exited unexpectedly', log, port)))
  })
  if (pid !== undefined) folder.record('postgres', pid)

  async function stop(): Promise<void> {
    expected = true
    if (pid !== undefined && !ended) {
      await endProcess(pid, DATABASE_TIMEOUT_MS)
      // A late event would remove the record of the next server.
      await exit
    }
    folder.forget('postgres')
  }

  while (!isReady(home.data, pid)) {
    if (ended || signal?.aborted || Date.now() > deadline) {
      await stop()
      return undefined
    }
    await pause(25)
  }
  expected = false
  return stop
}

async function initialize({ home, signal }: PostgresOptions, log: string): Promise<void> {
  try {
    const args = [
      '-D',
      home.data,
      '-U',
      'postgres',
      // Rejects all connections until the password is set.
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ]
    await runProcess({ command: join(home.programs, 'initdb'), args, cwd: home.data, log, user: home.user }, { signal })
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    throw new StartError(messageFor(error.output, 'The database could not be made', log, 0))
  }
}

const ACCESS = `host all all 127.0.0.1/32 scram-sha-256\n`
/** A hash of the current password, in the data folder, so that copies include it. */
const PASSWORD_NOTE = 'lumenite-password.sha256'

/**
 * Sets it in single-user mode, so that no client connects meanwhile. False if the data is in use, or if it failed.
 */
async function ensurePassword({ home, password, durable, signal }: PostgresOptions, log: string): Promise<boolean> {
  const note = join(home.data, PASSWORD_NOTE)
  const wanted = createHash('sha256').update(password).digest('hex')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return true
  const settings = ['log_statement=none', 'log_min_error_statement=panic', ...(durable ? [] : ['fsync=off'])]
  const args = ['--single', '-D', home.data, ...settings.flatMap((setting) => ['-c', setting]), 'postgres']
  const command = join(home.programs, 'postgres')
  try {
    const input = `ALTER ROLE postgres PASSWORD '${password}'\n`
    await runProcess({ command, args, cwd: home.data, log, user: home.user }, { input, signal })
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    return false
  }
  writeFileSync(join(home.data, 'pg_hba.conf'), ACCESS)
  writeFileSync(note, wanted, { mode: 0o600 })
  if (home.user) chownSync(note, home.user.uid, home.user.gid)
  return true
}

/** The eighth line of `postmaster.pid` is the state of the server. */
function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function messageFor(output: string, what: string, log: string, port: number): string {
  if (isDiskFull(output)) return `${what}: the disk is full; make room and start again.`
  if (/could not bind|Address already in use/i.test(output)) {
    return `${what}: port ${port} was taken meanwhile; choose another with COMMERCE_DATABASE_PORT.`
  }
  if (/incompatible with server/i.test(output)) {
    return `${what}: its data was made by another version of PostgreSQL; remove the data folder and start again.`
  }
  return `${what}; the reason is at the end of ${log}.`
}
