import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { addStaff } from '#server/cli/add-staff.ts'
import { backendSigningKey, type Config, type ServerConfig } from '#server/config.ts'
import { reachable } from '#server/http/listening-origin.ts'
import { failAtOnce } from '#server/main/start.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'

import { startEmbeddedCommerce, type EmbeddedCommerce } from './embedded-commerce.ts'

const STAFF_EMAIL = 'admin@shop.localhost'

export interface EmbeddedShop {
  /** Completed with the backend, its keys and its secret. */
  config: ServerConfig
  /** For the last message of the start; gathered while the storefront starts. */
  notes: Promise<string[]>
  /** Call it when the storefront is ready, since it keeps a core busy for half a minute. Never throws. */
  buildDashboard: () => Promise<void>
}

/** `stops` receives a function that stops the backend, even while it is starting. Throws StartError. */
export async function embedCommerce(config: Config, stops: (() => Promise<unknown>)[]): Promise<EmbeddedShop> {
  const { hasDashboard } = config.commerce
  const secret = config.secret ?? developmentSecret(config.dataDir)
  const abort = new AbortController()
  const starting = startEmbeddedCommerce({
    dataDir: config.dataDir,
    commerceDir: join(import.meta.dirname, '../../commerce'),
    port: config.commerce.port,
    databasePort: config.commerce.databasePort,
    databaseUrl: config.commerce.databaseUrl,
    storefrontUrl: config.port === 0 ? undefined : `http://${reachable(config.host)}:${config.port}`,
    signingKey: backendSigningKey({ ...config, secret }),
    environment: {
      ...payPalEnvironment(config),
      UNPAID_ORDER_DAYS: String(config.unpaidOrders.days),
      MEDUSA_POOL_SIZE: String(config.commerce.poolSize),
    },
    log: (line) => console.log(`[${String(Math.round(process.uptime())).padStart(3)} s] ${line}`),
    onFatal: failAtOnce,
    signal: abort.signal,
  })
  stops.push(async () => {
    abort.abort()
    const commerce = await starting.catch(() => undefined)
    await commerce?.stop()
  })
  const commerce = await starting.catch((error: unknown) => {
    // The process is ending, so the reason for the failed start does not matter.
    if (abort.signal.aborted) return new Promise<never>(() => {})
    throw error
  })
  const shopConfig: ServerConfig = {
    ...config,
    backend: { url: commerce.medusaUrl, publishableKey: commerce.publishableKey, priceUnit: config.priceUnit },
    orders: {
      ...config.orders,
      dashboardUrl: config.orders.dashboardUrl ?? (hasDashboard ? commerce.dashboardUrl : undefined),
    },
    databaseUrl: config.databaseUrl ?? commerce.databaseUrl,
    secret,
  }
  return {
    config: shopConfig,
    notes: hasDashboard ? notesOn(commerce, config.dataDir) : Promise.resolve([]),
    buildDashboard: async () => (hasDashboard ? commerce.buildDashboard() : undefined),
  }
}

async function notesOn(commerce: EmbeddedCommerce, dataDir: string): Promise<string[]> {
  const { medusaUrl, adminKey, staffPassword, dashboardUrl } = commerce
  const address = `Dashboard ${dashboardUrl}`
  const client = createAdminClient({ baseUrl: medusaUrl, auth: { apiKey: adminKey } })
  try {
    const { count } = await client.admin.user.list({ limit: 1 })
    if (count > 0) return [address]
    await addStaff(client, medusaUrl, { email: STAFF_EMAIL, password: staffPassword })
    return [
      address,
      `Sign in as ${STAFF_EMAIL}, password ${staffPassword}`,
      `The password is shown once; ${join(dataDir, 'commerce-secrets.json')} keeps it.`,
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [address, `No staff account was created: ${reason}`, 'npm run staff -- invite EMAIL creates one.']
  } finally {
    await client.close()
  }
}

function payPalEnvironment({
  publicConfig: { payPal },
  commerce: { payPal: account },
}: Config): Record<string, string> {
  if (!payPal || !account) return {}
  return {
    PAYPAL_CLIENT_ID: payPal.clientId,
    PAYPAL_ENVIRONMENT: payPal.environment,
    PAYPAL_CLIENT_SECRET: account.clientSecret,
    PAYPAL_WEBHOOK_ID: account.webhookId,
  }
}

/** Saved, so that cookies stay valid after a restart. */
function developmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}
