import { forgetRunningShop, writeRunningShop } from '#server/main/running-shop.ts'

import { commerceSecrets } from './commerce-secrets.ts'
import { installCommerce } from './install-commerce.ts'
import { superviseMedusa, type Medusa } from './medusa.ts'
import { postgresHome } from './postgres-home.ts'
import { startPostgres, type PostgresOptions } from './postgres.ts'
import { copyPreparedData } from './prepared-data.ts'
import { openDataFolder } from './processes/data-folder.ts'
import { freePort } from './processes/ports.ts'
import { createDatabases, prepareShop, SHOP, type ShopDatabaseOptions } from './shop-database.ts'

/** A publishable key is public by nature: it may be the same in every embedded backend. */
export const EMBEDDED_PUBLISHABLE_KEY = 'pk_lumenite_embedded_shop'
const STOREFRONT_DATABASE = 'lumenite_storefront'

export interface EmbeddedCommerceOptions {
  dataDir: string
  commerceDir: string
  /** 0 for any free one. */
  port: number
  databasePort: number
  /** A database of the operator's for Medusa; without it an embedded PostgreSQL is started. */
  databaseUrl?: string | undefined
  /** Told of every change of the catalog, with a signature by `signingKey`. */
  storefrontUrl?: string | undefined
  signingKey: string
  /** Settings that Medusa alone is given, such as the keys of a way to pay. */
  environment?: Record<string, string> | undefined
  /** Told, line by line, what goes on. */
  log: (line: string) => void
  /** A data folder that several starts copy the seeded shop from; made where it is missing. */
  preparedDir?: string | undefined
  /** False gives up safety against a power cut for speed. */
  durable?: boolean
  /** Stops a start that is under way. */
  signal?: AbortSignal | undefined
  /** Told when the backend cannot go on; without it, `say` is. */
  onFatal?: (text: string) => void
}

export interface EmbeddedCommerce {
  medusaUrl: string
  publishableKey: string
  /** Drawn at random for the data folder. */
  adminKey: string
  /** What Medusa derives the keys of its tokens from, drawn likewise. */
  medusaSecret: string
  /** An empty database for the storefront's own tables. */
  databaseUrl: string
  /** The shop's database, which scripts may write to. */
  shopDatabaseUrl: string
  medusa: Pick<Medusa, 'start' | 'kill'>
  stop: () => Promise<void>
}

/**
 * Brings up the commerce backend: packages, PostgreSQL, the sample shop, Medusa.
 * @throws StartError with one sentence, after everything that was begun has been stopped
 */
export async function startEmbeddedCommerce(options: EmbeddedCommerceOptions): Promise<EmbeddedCommerce> {
  const { dataDir, commerceDir, storefrontUrl, signingKey, log, onFatal = log } = options
  // While the backend starts, the end of its database is the end of the start; afterwards someone has to be told.
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
    // Before anything that takes long: a port that is taken would make it vain.
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
    return {
      medusaUrl: medusa.url,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      adminKey: secrets.adminKey,
      medusaSecret: secrets.medusaSecret,
      databaseUrl: databases.storefront,
      shopDatabaseUrl: databases.shop,
      medusa: { start: medusa.start, kill: medusa.kill },
      stop: () => stopAll(stops),
    }
  })
}

type Stops = (() => Promise<void>)[]

/** Addresses of the shop's database, seeded, and of one for the storefront. */
interface Databases {
  shop: string
  storefront: string
}

async function openDatabases(
  options: EmbeddedCommerceOptions & Pick<PostgresOptions, 'onDeath'>,
  shopOptions: ShopDatabaseOptions,
  stops: Stops,
): Promise<Databases> {
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
  await createDatabases(postgres.urlOf, [STOREFRONT_DATABASE], shopOptions)
  await prepareShop(postgres.urlOf(SHOP), shopOptions)
  return { shop: postgres.urlOf(SHOP), storefront: postgres.urlOf(STOREFRONT_DATABASE) }
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

/** Last begun, first stopped; each once. */
async function stopAll(stops: Stops): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
}
