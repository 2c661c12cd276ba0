import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'

import type { ServerConfig } from '#server/config.ts'
import { watchFolder } from '#server/content/watch-folder.ts'
import { reachable } from '#server/http/listening-origin.ts'
import { ReportedError } from '#server/infra/start-error.ts'
import type { Stop } from '#server/main/start.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Files that Node loads once at startup. Vite itself watches `src/app` and the other messages. */
const SOURCES = [
  'server.ts',
  'vite.config.ts',
  'package.json',
  'src/server',
  'src/shared',
  'src/content',
  'src/build',
  'locales/server',
]
/** Files in the content folder that are read once at startup. The server itself watches the other files. */
const CONTENT = ['site.yml']
/** Ignores the temporary files of editors. */
const IS_SOURCE = /\.(?:ts|js|json|sql|po|yml)$/
/** A development server that has not closed after this time is killed. */
const SHUTDOWN_TIMEOUT_MS = 10_000

/**
 * Serves the shop in a child process, and starts a new child whenever the server's code changes. The previous child
 * answers requests until the new one listens on its port. It keeps running if the changed code does not start.
 * @param config settings with a backend, which is not restarted
 * @param stops receives a function that stops everything
 * @returns the origin, once the first child listens
 * @throws ReportedError if the first child does not start
 */
export async function restartOnChange(config: ServerConfig, stops: Stop[]): Promise<string> {
  // The settings of an embedded backend are not in the environment.
  const env = {
    MEDUSA_URL: config.backend.url,
    MEDUSA_PUBLISHABLE_KEY: config.backend.publishableKey,
    DATABASE_URL: config.databaseUrl,
    SECRET: config.secret,
    DASHBOARD_URL: config.orders.dashboardUrl ?? '',
    NODE_COMPILE_CACHE: join(config.dataDir, 'compiled'),
  }
  const running = new Set<Worker>()
  const opening = Promise.withResolvers<string>()
  let serving: Worker | undefined
  /** The newest child, until it listens. */
  let starting: Worker | undefined
  let isOpen = false
  let isStopping = false

  function start(): Worker {
    const worker = cluster.fork(env)
    running.add(worker)
    starting = worker
    // Sending a message to a child that has just ended is not an error.
    worker.on('error', () => {})
    worker.once('listening', (at) => {
      const before = serving
      serving = worker
      starting = undefined
      isOpen = true
      opening.resolve(addressOf(at, config))
      if (before) void end(before)
    })
    worker.once('exit', () => {
      running.delete(worker)
      if (worker === starting) reportFailure()
      else if (worker === serving && !isStopping) console.error('the server exited; the next change restarts it')
      if (worker === starting) starting = undefined
      if (worker === serving) serving = undefined
    })
    return worker
  }

  /** The child itself has logged why it did not start. */
  function reportFailure(): void {
    if (!isOpen) opening.reject(new ReportedError())
    else if (serving)
      console.error('the changed server does not start; the previous one keeps running until the next change')
    else console.error('the changed server does not start; the next change restarts it')
  }

  function restart(touched: ReadonlySet<string>): void {
    const sources = [...touched].filter((path) => IS_SOURCE.test(path))
    if (sources.length === 0 || isStopping) return
    const began = performance.now()
    console.log(`restarting the server: ${sources.slice(0, 3).join(', ')}${sources.length > 3 ? '…' : ''}`)
    const stale = starting
    start().once('listening', (at) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`storefront ready on ${addressOf(at, config)}, restarted in ${seconds} s`)
    })
    stale?.process.kill('SIGKILL')
  }

  const folders = [
    { root: ROOT, names: SOURCES },
    { root: config.contentDir, names: CONTENT },
  ]
  const watches = folders.map(({ root, names }) =>
    watchFolder(root, names, restart, (error) =>
      console.error('source files cannot be watched, so restart by hand after a change:', error),
    ),
  )
  stops.push(async () => {
    isStopping = true
    await Promise.all([...watches.map((watch) => watch.close()), ...[...running].map(end)])
  })
  await Promise.all(watches.map(({ ready }) => ready))
  start()
  return opening.promise
}

function addressOf({ address, port }: { address: string; port: number }, config: ServerConfig): string {
  return `http://${reachable(address ?? config.host)}:${port}`
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  // After this call the child gets no new requests.
  worker.disconnect()
  worker.process.kill('SIGTERM')
  const killing = setTimeout(() => worker.process.kill('SIGKILL'), SHUTDOWN_TIMEOUT_MS).unref()
  await ended
  clearTimeout(killing)
}
