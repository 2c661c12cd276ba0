import { constants } from 'node:fs'
import { access, chmod, mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Catalog } from '#server/catalog/catalog.ts'
import { mediaDir, type Config } from '#server/config.ts'
import { loadSite } from '#server/content/load-site.ts'
import { createLog } from '#server/http/request-log.ts'
import { ReportedError, StartError } from '#server/infra/start-error.ts'
import { sampleDetails } from '#shared/shop/operator.ts'

const POLL_MS = 200

/**
 * Stops one part of the shop.
 * @param signal the signal that caused the shutdown, if any
 */
export type Stop = (signal?: NodeJS.Signals) => Promise<unknown>

/** The timeout of a shutdown: the maximum of `DRAIN_SECONDS` and the longest response, with a margin. */
export const MAX_STOP_MS = 105_000

/**
 * Checks the port and the folders first, since the rest of the start takes long.
 * @throws StartError
 */
export async function assertCanStart(config: Config): Promise<void> {
  await assertPortFree('PORT', config)
  if (config.metrics) await assertPortFree('METRICS_PORT', config.metrics)
  await assertFolders(config)
}

/**
 * Warns if a shop with a backend of its own shows details of the sample shop's operator.
 * @throws StartError if `site.yml` is invalid
 */
export async function warnOfSampleOperator(config: Config): Promise<void> {
  if (!config.backend) return
  const details = sampleDetails((await loadSite(config.contentDir)).operator)
  if (details.length === 0) return
  createLog(config).warn(
    { event: 'site.operator_is_sample', details },
    'shoppers see the operator of the sample shop, and messages to the shop reach nobody: set operator in site.yml',
  )
}

type PortSetting = 'PORT' | 'METRICS_PORT'

/** @throws StartError if the port is in use or not allowed */
async function assertPortFree(setting: PortSetting, { host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(messageFor(error, setting, host, port))))
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  await promise
}

/**
 * Checks that the data folder is writable and the content folder readable.
 * @throws StartError naming the setting
 */
async function assertFolders(config: Pick<Config, 'dataDir' | 'contentDir'>): Promise<void> {
  const { dataDir, contentDir } = config
  try {
    // Applies to all files that this process and its children create.
    process.umask(0o077)
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
    await restrictToOwner(dataDir)
  } catch (cause) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to (${codeOf(cause)}).`, { cause })
  }
  try {
    await access(join(mediaDir(config), 'manifest.json'), constants.R_OK)
  } catch (cause) {
    throw new StartError(`CONTENT_DIR ${contentDir} has no media/manifest.json to read (${codeOf(cause)}).`, { cause })
  }
}

async function restrictToOwner(dataDir: string): Promise<void> {
  const uid = process.getuid?.()
  const { uid: owner, mode } = await stat(dataDir)
  // Skip a folder that all users share, such as /tmp.
  if (owner !== uid || (mode & 0o1000) !== 0) return
  // As root, PostgreSQL runs as its own user, which must be able to traverse this folder, but not to list it.
  await chmod(dataDir, uid === 0 ? 0o711 : 0o700)
}

/**
 * Waits until the catalog is loaded: from disk, or from the backend, which takes long if there are many products.
 * @throws StartError if the backend cannot be read and no catalog was saved
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
    await pause(POLL_MS)
  }
}

/**
 * Handles a failed import of the embedded backend, which the Docker image does not contain.
 * @throws StartError if the module is missing, otherwise the error itself
 */
export function withoutOwnBackend(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new StartError('MEDUSA_URL is missing; it is required here, where no commerce backend comes with the shop.', {
    cause: error,
  })
}

/**
 * Returns the last message of a start.
 * @param notes further lines, such as the address of the dashboard
 * @returns lines for a log, or in a terminal a box with the shop's address and how to stop it
 */
export function readyMessage(
  address: string,
  { logFormat }: Pick<Config, 'logFormat'>,
  notes: readonly string[] = [],
): string {
  const ready = `storefront ready on ${address}`
  if (logFormat === 'json') return [ready, ...notes].join('\n')
  const lines = [ready, `English ${address}/en, Russian ${address}/ru`, ...notes, 'Ctrl-C stops the shop.']
  const width = Math.max(...lines.map(({ length }) => length))
  const edge = '─'.repeat(width + 4)
  return [`╭${edge}╮`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `╰${edge}╯`].join('\n')
}

/**
 * Ends a failed start: prints the reason in one sentence, stops what was started, and exits with code 1.
 * @param stops the parts to stop, in the order in which they were started
 */
export async function refuseToStart(error: unknown, stops: Stop[]): Promise<never> {
  const expected = error instanceof Error && (error.name === 'StartError' || error.name === 'ConfigError')
  const isReported = error instanceof ReportedError
  if (!isReported) console.error(expected ? `cannot start: ${error.message}` : error)
  for (const stop of stops.toReversed()) await stop().catch((failure: unknown) => console.error(failure))
  process.exit(1)
}

/** Ends the process like an uncaught error, so that everything stops in order, but prints one sentence and no stack. */
export function failAtOnce(text: string): void {
  const error = new Error(text)
  error.stack = `fatal: ${text}`
  setImmediate(() => {
    throw error
  })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

function messageFor(
  { code, message }: NodeJS.ErrnoException,
  setting: PortSetting,
  host: string,
  port: number,
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use; stop what listens there, or choose another one with ${setting}.`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used without more rights; choose one above 1023 with ${setting}.`
  if (code === 'EADDRNOTAVAIL') return `${setting.replace('PORT', 'HOST')} ${host} is not an address of this machine.`
  return `The storefront cannot listen on ${host}:${port}: ${message}.`
}
