import { constants } from 'node:fs'
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Catalog } from '#server/catalog/catalog.ts'
import { mediaDir, type Config } from '#server/config.ts'
import { ReportedError, StartError } from '#server/infra/start-error.ts'

const LOOK_AGAIN_MS = 200

/** Ends a part of what was started. @param signal that asked for it; undefined where none did */
export type Stop = (signal?: NodeJS.Signals) => Promise<unknown>

/** The longest time that may be asked for by `DRAIN_SECONDS`, the longest answer, and a little. */
export const LONGEST_STOP_MS = 105_000

/**
 * Looks before the long part of a start, which would be in vain.
 * @throws StartError
 */
export async function assertCanStart(config: Config): Promise<void> {
  await assertPortFree(config.host, config.port)
  await assertFolders(config)
}

/** @throws StartError where someone listens there already, or where we may not */
async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(messageFor(error, host, port))))
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  await promise
}

/**
 * Looks whether we can write where we must and read what we need.
 * @throws StartError naming the setting
 */
async function assertFolders(config: Pick<Config, 'dataDir' | 'contentDir'>): Promise<void> {
  const { dataDir, contentDir } = config
  try {
    // Of all that this process and its children write from now on.
    process.umask(0o077)
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
    await keepToOwner(dataDir)
  } catch (cause) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to (${codeOf(cause)}).`, { cause })
  }
  try {
    await access(join(mediaDir(config), 'manifest.json'), constants.R_OK)
  } catch (cause) {
    throw new StartError(`CONTENT_DIR ${contentDir} has no media/manifest.json to read (${codeOf(cause)}).`, { cause })
  }
}

/** Folders of the data folder that hold addresses, keys or orders, also in files of earlier versions. */
const PRIVATE_FOLDERS = ['outbox', 'logs', 'run', 'catalog', 'uploads']
/** Keys, and where the sample shop is. */
const PRIVATE_FILES = ['secret', 'commerce-secrets.json', 'running-shop.json']
/** Folders of many files, none of which is reached without entering the folder. */
const LARGE_FOLDERS = ['images', 'share']

/** Takes from other users of the machine what an earlier version let them read. */
async function keepToOwner(dataDir: string): Promise<void> {
  const uid = process.getuid?.()
  const { uid: owner, mode } = await stat(dataDir)
  // A folder that all users share, such as /tmp, is not ours to close.
  const isShared = owner !== uid || (mode & 0o1000) !== 0
  // PostgreSQL does not run as root: its own user has to get through to its folder, and sees nothing on the way.
  if (!isShared) await tighten(dataDir, uid === 0 ? 0o711 : 0o700)
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name)
    if (entry.isFile() && PRIVATE_FILES.includes(entry.name)) await tighten(path, 0o600)
    if (!entry.isDirectory() || ![...PRIVATE_FOLDERS, ...LARGE_FOLDERS].includes(entry.name)) continue
    await tighten(path, 0o700)
    if (LARGE_FOLDERS.includes(entry.name)) continue
    for (const file of await readdir(path, { withFileTypes: true }))
      if (file.isFile()) await tighten(join(path, file.name), 0o600)
  }
}

/** A volume may belong to another user, and a file may go at this moment: neither stops a start. */
async function tighten(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(error.code ?? '')) throw error
  })
}

/**
 * Waits until there is a shop to show: saved from an earlier time, or read for the first time, which takes its time
 * where there are many products.
 * @throws StartError where the backend cannot be read and nothing was saved
 */
export async function waitForShop(catalog: Pick<Catalog, 'status'>, backendUrl: string): Promise<void> {
  for (;;) {
    const { version, problem } = catalog.status()
    if (version !== null) return
    if (problem !== null) {
      throw new StartError(
        `${backendUrl} does not answer as a Medusa with this key; correct MEDUSA_URL or MEDUSA_PUBLISHABLE_KEY, or start it first.`,
        { cause: problem },
      )
    }
    await pause(LOOK_AGAIN_MS)
  }
}

/**
 * What it means that the embedded backend cannot be imported: an image carries none.
 * @throws StartError, or the error itself where it is about something else
 */
export function withoutOwnBackend(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new StartError('MEDUSA_URL is missing; it is required here, where no commerce backend comes with the shop.', {
    cause: error,
  })
}

/**
 * Ends a start that failed: says so in one sentence, stops what was begun, and leaves with code 1.
 * @param stops what to stop, in the order in which it was started
 */
export async function refuseToStart(error: unknown, stops: Stop[]): Promise<never> {
  const expected = error instanceof Error && (error.name === 'StartError' || error.name === 'ConfigError')
  const isReported = error instanceof ReportedError
  if (!isReported) console.error(expected ? `cannot start: ${error.message}` : error)
  for (const stop of stops.toReversed()) await stop().catch((failure: unknown) => console.error(failure))
  process.exit(1)
}

/** Ends the process as a fault would, which stops everything in order, with one sentence instead of a stack. */
export function failAtOnce(text: string): void {
  const error = new Error(text)
  error.stack = `cannot go on: ${text}`
  setImmediate(() => {
    throw error
  })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

function messageFor({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use; stop what listens there, or choose another one with PORT.`
  }
  if (code === 'EACCES') return `Port ${port} may not be used without more rights; choose one above 1023 with PORT.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`
  return `The storefront cannot listen on ${host}:${port}: ${message}.`
}
