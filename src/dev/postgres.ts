import { createHash } from 'node:crypto'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { StartError } from '#server/infra/start-error.ts'

import type { PostgresHome } from './postgres-home.ts'
import type { DataFolder } from './processes/data-folder.ts'
import {
  DATABASE_PATIENCE,
  endProcess,
  ProcessFailure,
  readLog,
  runProcess,
  sizeOf,
  startProcess,
} from './processes/run-process.ts'

const PATIENCE = 30_000
/** A server that was killed is survived for a moment by its own children. */
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/

export interface Postgres {
  /** The address of a database of that name. */
  urlOf: (database: string) => string
  stop: () => Promise<void>
}

export interface PostgresOptions {
  folder: DataFolder
  home: PostgresHome
  port: number
  /** Of its superuser, which alone is let in; only letters and digits. */
  password: string
  /** False gives up safety against a power cut for speed. */
  durable: boolean
  /** Called with a sentence when the server ends although no one stopped it. */
  onDeath: (error: StartError) => void
  signal: AbortSignal | undefined
}

/**
 * Starts PostgreSQL on 127.0.0.1, without a socket file; makes its data where there is none.
 * @throws StartError
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, home, port, password, signal } = options
  const log = join(folder.logs, 'postgres.log')
  if (!existsSync(join(home.data, 'PG_VERSION'))) await initialise(options, log)
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const from = sizeOf(log)
    const stop = (await ensurePassword(options, log)) ? await tryStart(options, log, deadline) : undefined
    if (stop) return { urlOf: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`, stop }
    signal?.throwIfAborted()
    const output = readLog(log, from)
    if (!STILL_IN_USE.test(output) || Date.now() > deadline) {
      throw new StartError(messageFor(output, 'PostgreSQL did not start', log, port))
    }
    await pause(250)
  }
}

/** @returns the way to stop it, or undefined when it did not become ready and has ended */
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
  child.once('exit', () => {
    ended = true
    folder.forget('postgres')
    if (!expected) onDeath(new StartError(messageFor(readLog(log, from), 'PostgreSQL has ended by itself', log, port)))
  })
  if (pid !== undefined) folder.record('postgres', pid)

  async function stop(): Promise<void> {
    expected = true
    if (pid !== undefined && !ended) await endProcess(pid, DATABASE_PATIENCE)
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

async function initialise({ home, signal }: PostgresOptions, log: string): Promise<void> {
  try {
    const args = [
      '-D',
      home.data,
      '-U',
      'postgres',
      // No one is let in before the password is set.
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

/** Who is let in, and how: everyone from this machine alone, by the password. */
const ACCESS = `host all all 127.0.0.1/32 scram-sha-256\n`
/** Beside the data, so that it goes with every copy of it: a hash of the password that was set last. */
const PASSWORD_NOTE = 'lumenite-password.sha256'

/**
 * Sets the password where the data has another one or none: new data, a copy, or data of an earlier version, which let
 * in every user of the machine. Done without a server, so that there is no moment at which anyone may connect.
 * @returns false where the data is still in use, or where it failed; its log says why
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

/** PostgreSQL keeps its state on the eighth line of this file. */
function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function messageFor(output: string, what: string, log: string, port: number): string {
  if (/No space left on device/i.test(output)) return `${what}: the disk is full; make room and start again.`
  if (/could not bind|Address already in use/i.test(output)) {
    return `${what}: port ${port} was taken meanwhile; choose another with COMMERCE_DATABASE_PORT.`
  }
  if (/incompatible with server/i.test(output)) {
    return `${what}: its data was made by another version of PostgreSQL; remove the data folder and start again.`
  }
  return `${what}; the reason is at the end of ${log}.`
}
