import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from '#dev/processes/ports.ts'
import { testCommerceOptions } from '#test/support/commerce.ts'
import { composeHaproxy, findHaproxy } from '#test/support/haproxy.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

import type { Checkout } from './earlier-commit.ts'

export type Kind = 'storefront' | 'medusa'

export interface Machines {
  /** The origin that shoppers see. */
  url: string
  /** Migrates the tables of Medusa and creates the keys. */
  migrate: (checkout: Checkout) => Promise<void>
  /** Adds the sample shop. */
  seed: (checkout: Checkout) => Promise<void>
  /**
   * Replaces one process after another: starts one of a commit, waits until it is ready, and stops one of the other
   * commit with SIGTERM.
   * @throws unless each starts, and each storefront ends with 0
   */
  replace: (kind: Kind, checkout: Checkout) => Promise<void>
  /** Starts the balancer. The processes that run are ready. */
  balance: () => Promise<void>
}

interface Machine {
  stop: () => Promise<void>
}

const NAME = 'prove-upgrade'
const START_MS = 120_000
const KEYS = { MEDUSA_PUBLISHABLE_KEY: 'pk_upgrade', MEDUSA_ADMIN_KEY: 'sk_upgrade' }

/**
 * PostgreSQL, Redis, and the HAProxy of `compose.yaml` with the addresses of two storefronts and two Medusas of each
 * commit. As under Docker Compose, the storefronts share a database and a folder, and the Medusas a database.
 */
export async function openMachines(
  t: { teardown: (end: () => unknown) => void },
  { commits, mail }: { commits: [Checkout, Checkout]; mail: MailServer },
): Promise<Machines> {
  const haproxyProgram = findHaproxy()
  const ports: number[] = []
  for (let nth = 0; nth < 10; nth += 1) ports.push(await freePort(0, 'PORT'))
  const [shop = 0, backend = 0, ...slots] = ports
  const slotsOf = { storefront: slots.slice(0, 4), medusa: slots.slice(4) }
  const url = `http://127.0.0.1:${shop}`
  const postgres = await startPostgresServer(t, NAME)
  const redis = await startRedisServer(t)
  const dir = join(testCommerceOptions(NAME).dataDir, 'upgrade')
  mkdirSync(dir, { recursive: true })

  const common = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    REDIS_URL: redis.url,
    BACKEND_SIGNING_KEY: 'a key of the proof, with at least 32 characters',
    LOG_LEVEL: 'warn',
  }
  const ofMedusa = {
    ...common,
    DATABASE_URL: await postgres.makeDatabase(),
    MEDUSA_SECRET: 'a secret of Medusa in the proof, of enough length',
    MEDUSA_BACKEND_URL: `http://127.0.0.1:${backend}`,
    ALLOWED_HOSTS: 'medusa',
    STOREFRONT_URL: url,
    UPLOADS_DIR: join(dir, 'uploads'),
    MEDUSA_DISABLE_TELEMETRY: '1',
  }
  const ofStorefront = {
    ...common,
    DATABASE_URL: await postgres.makeDatabase(),
    DATA_DIR: join(dir, 'storefront'),
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    MEDUSA_URL: ofMedusa.MEDUSA_BACKEND_URL,
    MEDUSA_PUBLISHABLE_KEY: KEYS.MEDUSA_PUBLISHABLE_KEY,
    SECRET: 'a secret of the storefronts in the proof, of enough length',
    ...mail.env,
    UNPAID_ORDER_LIMITS: 'off',
    DRAIN_SECONDS: '5',
  }

  const runInCommerce = async ({ path }: Checkout, ...args: string[]) =>
    promisify(execFile)(process.execPath, args, {
      cwd: join(path, 'commerce'),
      env: { ...process.env, ...ofMedusa, ...KEYS },
      maxBuffer: 2 ** 26,
    })

  async function startMedusa({ path }: Checkout, port: number): Promise<Machine> {
    const file = join(dir, 'medusa.log')
    const log = openSync(file, 'a')
    const child = spawn(process.execPath, ['bin/serve.ts'], {
      cwd: join(path, 'commerce'),
      env: { ...process.env, ...ofMedusa, PORT: String(port) },
      // Medusa ends when its channel closes.
      stdio: ['ignore', log, log, 'ipc'],
    })
    const isRunning = () => child.exitCode === null && child.signalCode === null
    const ended = once(child, 'exit')
    const stop = async () => {
      if (isRunning()) child.kill('SIGTERM')
      await ended
    }
    t.teardown(stop)
    await until(async () => {
      if (!isRunning()) throw new Error(`Medusa ended before it was ready; see ${file}`)
      return (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok
    }, START_MS)
    return { stop }
  }

  async function startStorefront({ path }: Checkout, port: number): Promise<Machine> {
    const process = startShopProcess(t, { env: { ...ofStorefront, PORT: String(port) }, cwd: path })
    await process.ready(START_MS)
    return {
      async stop() {
        const code = await process.stop()
        if (code !== 0) throw new Error(`the storefront ended with ${code}:\n${process.output()}`)
      },
    }
  }

  const start = { storefront: startStorefront, medusa: startMedusa }
  const running: Record<Kind, Machine[]> = { storefront: [], medusa: [] }
  return {
    url,
    async migrate(checkout) {
      await runInCommerce(checkout, 'bin/migrate.ts')
      await runInCommerce(checkout, 'bin/run-script.ts', 'keys.js')
    },
    seed: async (checkout) => void (await runInCommerce(checkout, 'bin/run-script.ts', 'seed.js')),
    async replace(kind, checkout) {
      const others = running[kind]
      running[kind] = []
      const first = 2 * commits.indexOf(checkout)
      for (const [nth, port] of slotsOf[kind].slice(first, first + 2).entries()) {
        running[kind].push(await start[kind](checkout, port))
        await others[nth]?.stop()
      }
    },
    async balance() {
      const file = join(dir, 'haproxy.cfg')
      const [storefronts, medusas] = [slotsOf.storefront, slotsOf.medusa].map((all) =>
        all.map((port) => `127.0.0.1:${port}`),
      )
      writeFileSync(
        file,
        composeHaproxy({ shop, medusa: backend, storefronts: storefronts ?? [], medusas: medusas ?? [] }),
      )
      const haproxy = spawn(haproxyProgram, ['-db', '-f', file], { stdio: 'ignore' })
      const ended = once(haproxy, 'exit')
      t.teardown(() => {
        haproxy.kill()
        return ended
      })
      // HAProxy takes a server that it has not checked yet for a running one, and so is late with every second request.
      const isFast = async () => {
        const asked = performance.now()
        const answer = await fetch(`http://127.0.0.1:${backend}/health`).catch(() => undefined)
        return answer?.ok && performance.now() - asked < 500
      }
      await until(async () => (await Promise.all(Array.from({ length: 20 }, isFast))).every(Boolean), 30_000)
    },
  }
}
