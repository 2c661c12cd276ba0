import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { backendSigningKey, type Config, type ServerConfig } from '#server/config.ts'
import { reachable } from '#server/http/listening-origin.ts'
import { failAtOnce } from '#server/main/start.ts'

import { startEmbeddedCommerce } from './embedded-commerce.ts'

/**
 * Starts the embedded backend.
 * @param stops receives a function that stops the backend, even while it is starting
 * @returns the settings, completed with the backend, its keys and its secret
 * @throws StartError
 */
export async function embedCommerce(config: Config, stops: (() => Promise<unknown>)[]): Promise<ServerConfig> {
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
    environment: { ...payPalEnvironment(config), UNPAID_ORDER_DAYS: String(config.unpaidOrders.days) },
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
  return {
    ...config,
    backend: { url: commerce.medusaUrl, publishableKey: commerce.publishableKey, priceUnit: config.priceUnit },
    databaseUrl: config.databaseUrl ?? commerce.databaseUrl,
    secret,
  }
}

/** The PayPal settings under the names in the backend's configuration. */
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

/** The secret is generated once and saved, so that cookies stay valid after a restart. */
function developmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}
