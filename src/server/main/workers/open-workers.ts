import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import type { ServerConfig } from '#server/config.ts'
import { reachable } from '#server/http/listening-origin.ts'
import { ReportedError, StartError } from '#server/infra/start-error.ts'

import { failAtOnce, LONGEST_STOP_MS, type Stop } from '../start.ts'

/** Who lives for less has not really lived. */
const SOON_MS = 10_000
/** So many in a row, and no further one would fare better. */
const MOST_SOON = 5
const FIRST_PAUSE_MS = 100
/** A worker that has not left by then does not hear us. */
const PATIENCE_MS = LONGEST_STOP_MS - 3000

/**
 * Opens the shop in several processes that share its port, and replaces those that die. The first reads the catalog,
 * and the others begin with what it has saved.
 * @param stops gets the way to close all of them
 * @returns where they answer, once all do
 * @throws ReportedError or StartError where one cannot start
 */
export async function openWorkers(config: ServerConfig, stops: Stop[]): Promise<string> {
  const env = workerEnvironment(config)
  const workers = new Set<Worker>()
  let isStopping = false
  let isOpen = false
  let diedSoon = 0
  /** By what those ended that were open before the others were. */
  const lost: string[] = []

  stops.push(async () => {
    isStopping = true
    await Promise.all([...workers].map(end))
  })

  async function open(): Promise<string> {
    const worker = cluster.fork(env)
    workers.add(worker)
    const bornAt = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    worker.once('listening', ({ address, port }) => resolve(`http://${reachable(address ?? config.host)}:${port}`))
    // What cannot be sent to someone who has just died is no fault of ours.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      // Who ends by itself has said why.
      reject(
        signal
          ? new StartError(`A process of the storefront was ended by ${signal} as it began.`)
          : new ReportedError(),
      )
      if (isStopping) return
      diedSoon = performance.now() - bornAt < SOON_MS ? diedSoon + 1 : 0
      const reason = signal ?? `code ${code}`
      if (isOpen) void replace(reason)
      else lost.push(reason)
    })
    return promise
  }

  async function replace(reason: string): Promise<void> {
    if (isStopping) return
    if (diedSoon >= MOST_SOON) {
      isStopping = true
      failAtOnce(`${MOST_SOON} processes of the storefront ended soon after their start, the last by ${reason}`)
      return
    }
    const wait = diedSoon === 0 ? 0 : FIRST_PAUSE_MS * 2 ** diedSoon
    console.error(`a process of the storefront ended by itself (${reason}); another takes its place in ${wait} ms`)
    await pause(wait)
    if (!isStopping) await open().catch(() => {})
  }

  const address = await open()
  const others = await Promise.all(Array.from({ length: config.webConcurrency - 1 }, open))
  isOpen = true
  for (const reason of lost) void replace(reason)
  // Where any port was taken the others have another one, if the first was gone before they came.
  return others.at(-1) ?? address
}

/** What a worker reads over the environment that it inherits: where the backend is that the primary process started. */
export function workerEnvironment(config: ServerConfig): Record<string, string> {
  return {
    MEDUSA_URL: config.backend.url,
    MEDUSA_PUBLISHABLE_KEY: config.backend.publishableKey,
    DATABASE_URL: config.databaseUrl,
    SECRET: config.secret,
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE_MS).unref()
  await ended
  clearTimeout(killing)
}
