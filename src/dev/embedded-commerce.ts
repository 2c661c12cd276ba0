import { forgetRunningShop, writeRunningShop } from '#server/main/running-shop.ts'

import { commerceSecrets } from './commerce-secrets.ts'
import { buildDashboard } from './dashboard.ts'
import { installCommerce } from './install-commerce.ts'
import { superviseMedusa, type Medusa } from './medusa.ts'
import { postgresHome } from './postgres-home.ts'
import { startPostgres, type PostgresOptions } from './postgres.ts'
import { copyPreparedData } from './prepared-data.ts'
import { openDataFolder } from './processes/data-folder.ts'
import { freePort } from './processes/ports.ts'
import { createDatabases, prepareShop, type ShopDatabaseOptions } from './shop-database.ts'

/** A publishable key is public, so it can be the same in every embedded backend. */
export const EMBEDDED_PUBLISHABLE_KEY = 'pk_lumenite_embedded_shop'

export interface EmbeddedCommerceOptions {
  dataDir: string
  commerceDir: string
  /** 0 for any free port. */
  port: number
  databasePort: number
  /** The operator's own; without it an embedded PostgreSQL is started. */
  databaseUrl?: string | undefined
  /** Notified of changes with requests signed with `signingKey`. */
  storefrontUrl?: string | undefined
  signingKey: string
  environment?: Record<string, string> | undefined
  log: (line: string) => void
  /** A data folder with a seeded shop to copy; created if it is missing. */
  preparedDir?: string | undefined
  /** False makes the database faster, but its data is not safe in a power cut. */
  durable?: boolean
  signal?: AbortSignal | undefined
  /** When the backend cannot continue; by default `log`. */
  onFatal?: (text: string) => void
}

export interface EmbeddedCommerce {
  medusaUrl: string
  publishableKey: string
  adminKey: string
  /** Random for each data folder. Medusa derives the keys of its tokens from it. */
  medusaSecret: string
  databaseUrl: string
  shopDatabaseUrl: string
  staffPassword: string
  medusa: Pick<Medusa, 'start' | 'kill'>
  dashboardUrl: string
  /** Unless it is built already. Never throws, and `stop` aborts it. */
  buildDashboard: () => Promise<void>
  stop: () => Promise<void>
}

/** Throws StartError with one sentence, after everything that was started has been stopped. */
export async function startEmbeddedCommerce(options: EmbeddedCommerceOptions): Promise<EmbeddedCommerce> {
  const { dataDir, commerceDir, storefrontUrl, signingKey, log, onFatal = log } = options
  // If the database ends during the start, the start is aborted; if it ends later, `onFatal` is called.
  const death = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, death.signal]) : death.signal
  let ready = false
  function onDeath(error: Error): void {
    if (ready) onFatal(error.message)
    else death.abort(error)
  }

  return withStops(async (stops) => {
    const folder = await openDataFolder(dataDir, log)
    stops.push(async () => folder.release())
    const secrets = commerceSecrets(dataDir)
    // Before the slow steps.
    const port = await freePort(options.port, 'COMMERCE_PORT')
    const databasePort = options.databaseUrl ? 0 : await freePort(options.databasePort, 'COMMERCE_DATABASE_PORT')
    await installCommerce({ commerceDir, folder, log, signal })

    const shopOptions: ShopDatabaseOptions = {
      folder,
      commerceDir,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      secrets,
      log,
      signal,
    }
    const databases = await openDatabases({ ...options, databasePort, onDeath }, shopOptions, stops)
    const medusa = superviseMedusa({
      ...shopOptions,
      port,
      databaseUrl: databases.shop,
      medusaSecret: secrets.medusaSecret,
      signingKey,
      storefrontUrl,
      environment: options.environment,
    })
    log(`Starting Medusa on ${medusa.url}, a few seconds…`)
    stops.push(medusa.stop)
    await medusa.start()

    const { shop: databaseUrl, storefront: storefrontDatabaseUrl } = databases
    const admin = { url: medusa.url, key: secrets.adminKey }
    writeRunningShop(dataDir, { databaseUrl, storefrontDatabaseUrl, storefrontUrl, backOffice: admin })
    stops.push(async () => forgetRunningShop(dataDir))
    ready = true
    const dashboardUrl = `${medusa.url}/app`
    return {
      medusaUrl: medusa.url,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      adminKey: secrets.adminKey,
      medusaSecret: secrets.medusaSecret,
      databaseUrl: databases.storefront,
      shopDatabaseUrl: databases.shop,
      staffPassword: secrets.staffPassword,
      medusa: { start: medusa.start, kill: medusa.kill },
      dashboardUrl,
      async buildDashboard() {
        const abort = new AbortController()
        const building = buildDashboard(dashboardUrl, { folder, commerceDir, log, signal: abort.signal })
        stops.push(async () => {
          abort.abort()
          await building
        })
        await building
      },
      stop: () => stopAll(stops),
    }
  })
}

type Stops = (() => Promise<void>)[]

async function openDatabases(
  options: EmbeddedCommerceOptions & Pick<PostgresOptions, 'onDeath'>,
  shopOptions: ShopDatabaseOptions,
  stops: Stops,
) {
  const { dataDir, commerceDir, databasePort, databaseUrl, durable = true, preparedDir, onDeath } = options
  const { folder, secrets, log, signal } = shopOptions
  if (databaseUrl) {
    await prepareShop(databaseUrl, shopOptions)
    return { shop: databaseUrl, storefront: databaseUrl }
  }
  const home = postgresHome(dataDir, commerceDir, log)
  if (preparedDir) await copyPreparedData(preparedDir, home, shopOptions)
  log(`Starting PostgreSQL on 127.0.0.1:${databasePort}…`)
  const postgres = await startPostgres({
    folder,
    home,
    port: databasePort,
    password: secrets.databasePassword,
    durable,
    onDeath,
    signal,
  })
  stops.push(postgres.stop)
  const databases = await createDatabases(postgres.urlOf, shopOptions)
  await prepareShop(databases.shop, shopOptions)
  return databases
}

async function withStops<Result>(work: (stops: Stops) => Promise<Result>): Promise<Result> {
  const stops: Stops = []
  try {
    return await work(stops)
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

async function stopAll(stops: Stops): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
}
