import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { Counter } from 'prom-client'

import type { ServerConfig } from '#server/config.ts'
import { reachable } from '#server/http/listening-origin.ts'
import { backOff } from '#server/infra/scheduling.ts'
import { ReportedError, StartError } from '#server/infra/start-error.ts'

import { failAtOnce, MAX_STOP_MS, type Stop } from '../start.ts'

/** A worker that exits within this time of its start counts as a start-up crash, for crash-loop detection. */
const CRASH_MS = 10_000
/** After this many start-up crashes in a row, the shop stops. */
const MAX_CRASHES = 5
/** The pause after the first start-up crash; it doubles with each further one. */
const FIRST_PAUSE_MS = 200
/** A worker that has not exited by then is killed. */
const KILL_AFTER_MS = MAX_STOP_MS - 3000

/**
 * Starts the shop in several processes that share its port, and replaces those that die. The first worker reads the
 * catalog; the others start with what it has saved.
 * @param stops gets the function that stops all workers
 * @returns the origin, once all workers listen
 * @throws ReportedError or StartError if a worker cannot start
 */
export async function openWorkers(config: ServerConfig, stops: Stop[]): Promise<string> {
  const env = workerEnvironment(config)
  // Created here, because a worker that imports this module must not report the same metric.
  const exits = new Counter({
    name: 'worker_exits_total',
    help: 'Worker processes that ended by themselves or were killed.',
  })
  const workers = new Set<Worker>()
  let isStopping = false
  let isOpen = false
  let crashes = 0
  /** The exit reasons of workers that died while others were starting; they are replaced once all have started. */
  const lost: string[] = []

  stops.push(async () => {
    isStopping = true
    await Promise.all([...workers].map(end))
  })

  async function open(): Promise<string> {
    const worker = cluster.fork(env)
    workers.add(worker)
    const startedAt = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    worker.once('listening', ({ address, port }) => resolve(`http://${reachable(address ?? config.host)}:${port}`))
    // Ignores messages that could not be sent to a worker that has just died.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      // A worker that exits by itself has logged the reason.
      reject(
        signal
          ? new StartError(`A worker process was killed by ${signal} while it was starting.`)
          : new ReportedError(),
      )
      if (isStopping) return
      exits.inc()
      crashes = performance.now() - startedAt < CRASH_MS ? crashes + 1 : 0
      const reason = signal ?? `code ${code}`
      if (isOpen) void replace(reason)
      else lost.push(reason)
    })
    return promise
  }

  async function replace(reason: string): Promise<void> {
    if (isStopping) return
    if (crashes >= MAX_CRASHES) {
      isStopping = true
      failAtOnce(`${MAX_CRASHES} worker processes exited soon after their start, the last with ${reason}`)
      return
    }
    const wait = crashes === 0 ? 0 : Math.round(backOff(crashes, FIRST_PAUSE_MS))
    console.error(`a worker process exited (${reason}); restarting it in ${wait} ms`)
    await pause(wait)
    if (!isStopping) await open().catch(() => {})
  }

  const address = await open()
  const others = await Promise.all(Array.from({ length: config.webConcurrency - 1 }, open))
  isOpen = true
  for (const reason of lost) void replace(reason)
  // With PORT=0, later workers get another port if the first has already exited, so the last one counts.
  return others.at(-1) ?? address
}

/** The settings of the backend that the primary process started; they override a worker's inherited environment. */
export function workerEnvironment(config: ServerConfig): Record<string, string> {
  return {
    MEDUSA_URL: config.backend.url,
    MEDUSA_PUBLISHABLE_KEY: config.backend.publishableKey,
    DATABASE_URL: config.databaseUrl,
    SECRET: config.secret,
    DASHBOARD_URL: config.orders.dashboardUrl ?? '',
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), KILL_AFTER_MS).unref()
  await ended
  clearTimeout(killing)
}
