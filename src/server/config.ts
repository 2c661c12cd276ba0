import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

import { envSchema } from 'env-schema'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { deriveKey } from '#server/keys.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'
import { PixelList, type PublicConfig } from '#shared/page/public-config.ts'

/** A setting is wrong or missing; `message` is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  PUBLIC_URL: Type.Optional(Type.String()),
  DATA_DIR: Type.String({ default: '.data', minLength: 1 }),
  CONTENT_DIR: Type.String({ default: 'content', minLength: 1 }),
  MEDUSA_URL: Type.Optional(Type.String()),
  MEDUSA_PUBLISHABLE_KEY: Type.Optional(Type.String()),
  MEDUSA_ADMIN_KEY: Type.Optional(Type.String()),
  MEDUSA_ADMIN_TOKEN: Type.Optional(Type.String()),
  DATABASE_URL: Type.Optional(Type.String()),
  DATABASE_POOL_SIZE: Type.Integer({ default: 10, minimum: 2, maximum: 500 }),
  SECRET: Type.Optional(Type.String({ minLength: 32 })),
  FORMER_SECRETS: Type.String({ default: '' }),
  BACKEND_SIGNING_KEY: Type.Optional(Type.String({ minLength: 32 })),
  SMTP_URL: Type.Optional(Type.String()),
  MAIL_FROM: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  ORDER_NEWS_TO: Type.Optional(Type.String()),
  DASHBOARD_URL: Type.Optional(Type.String()),
  REDIS_URL: Type.Optional(Type.String()),
  CONSENT: Type.Enum(['required', 'implied'], { default: 'required' }),
  MIXPANEL_TOKEN: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]+$' })),
  PIXELS: Type.Optional(Type.String()),
  PAYPAL_CLIENT_ID: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]+$' })),
  PAYPAL_CLIENT_SECRET: Type.Optional(Type.String()),
  PAYPAL_ENVIRONMENT: Type.Optional(Type.Enum(['sandbox', 'production'])),
  PAYPAL_WEBHOOK_ID: Type.Optional(Type.String()),
  BACKEND_PRICE_UNIT: Type.Enum(['major', 'minor'], { default: 'major' }),
  TRUST_PROXY: Type.String({ default: '' }),
  IMAGE_HOSTS: Type.String({ default: '' }),
  COUNTRY_HEADER: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]+$' })),
  PREVIEW_TOKENS: Type.String({ default: '' }),
  CATALOG_REFRESH_SECONDS: Type.Integer({ default: 300, minimum: 1, maximum: 86_400 }),
  DRAIN_SECONDS: Type.Integer({ default: 0, minimum: 0, maximum: 60 }),
  PAGE_CACHE_MB: Type.Integer({ default: 64, minimum: 0, maximum: 65_536 }),
  PICTURE_CACHE_MB: Type.Integer({ default: 2048, minimum: 16, maximum: 16_777_216 }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  LOG_FORMAT: Type.Optional(Type.Enum(['pretty', 'json'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ minLength: 1 })),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  METRICS_HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  UNPAID_ORDER_DAYS: Type.Integer({ default: 7, minimum: 0, maximum: 365 }),
  UNPAID_ORDER_LIMITS: Type.Enum(['on', 'off'], { default: 'on' }),
  COMMERCE_PORT: Type.Integer({ default: 9000, minimum: 0, maximum: 65_535 }),
  COMMERCE_DATABASE_PORT: Type.Integer({ default: 25_432, minimum: 0, maximum: 65_535 }),
  COMMERCE_DATABASE_URL: Type.Optional(Type.String()),
  MEDUSA_POOL_SIZE: Type.Integer({ default: 10, minimum: 4, maximum: 500 }),
  DASHBOARD: Type.Enum(['on', 'off'], { default: 'on' }),
})

/** The connection to the commerce backend. */
export interface BackendConfig {
  url: string
  publishableKey: string
  priceUnit: 'major' | 'minor'
}

/** The shop's PayPal credentials, and the id that PayPal's webhook events are verified with. */
export interface PayPalAccount {
  clientSecret: string
  webhookId: string
}

export interface Config {
  host: string
  port: number
  /** The origin that shoppers see, without a trailing slash; undefined if `PUBLIC_URL` is not set. */
  publicUrl: string | undefined
  dataDir: string
  contentDir: string
  /** Undefined if `MEDUSA_URL` is not set: then the embedded backend is started. */
  backend: BackendConfig | undefined
  priceUnit: 'major' | 'minor'
  databaseUrl: string | undefined
  /** The most connections of a process to the database, besides the one that holds its locks. */
  databasePoolSize: number
  /** The SMTP server; if undefined, emails are written to the data folder. */
  smtpUrl: string | undefined
  /** The sender of emails; if undefined, the shop's name and address are used. */
  mailFrom: string | undefined
  /** Who is told of every new order, and where the dashboard is, for the link in that email. */
  orders: { newsTo: string | undefined; dashboardUrl: string | undefined }
  /** Shared by several processes. Without it, each process counts rate limits for itself. */
  redisUrl: string | undefined
  /** The settings that are sent to the browser. */
  publicConfig: PublicConfig
  /** Undefined only until the embedded backend has generated one. */
  secret: string | undefined
  /** Earlier secrets: what was signed or encrypted with them is still accepted, and nothing new is. */
  formerSecrets: readonly string[]
  /** The key that the backend signs its calls with; if undefined, it is derived from the secret. */
  backendSigningKey: string | undefined
  /** The proxies that may set X-Forwarded-…: none, all, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string
  /** Hosts (with the port unless it is the default one) from which images may be loaded, in addition to the backend's. */
  imageHosts: readonly string[]
  countryHeader: string | undefined
  /** A visitor with one of these tokens sees drafts. */
  previewTokens: readonly string[]
  catalogRefreshSeconds: number
  /** How long connections are accepted after SIGTERM, so that the load balancer notices the shutdown first. */
  drainSeconds: number
  /** The size of the page cache of each process; 0 disables it. */
  pageCacheBytes: number
  /** The size of the folder of resized images. */
  imageCacheBytes: number
  logLevel: string
  /** `pretty` for a person in a terminal, `json` for a log collector. */
  logFormat: 'pretty' | 'json'
  /** Whether traces are sent to an OpenTelemetry collector. */
  isTraced: boolean
  /** Where Prometheus reads the metrics; undefined if they are off. */
  metrics: { host: string; port: number } | undefined
  /** `days`: how long an unpaid order reserves stock; 0 is unlimited. `areLimited`: whether the reservations are limited. */
  unpaidOrders: { days: number; areLimited: boolean }
  commerce: {
    port: number
    databasePort: number
    databaseUrl: string | undefined
    /** The most connections of the embedded backend to its database. */
    poolSize: number
    /** Whether the embedded backend builds Medusa Admin and creates a staff account for it. */
    hasDashboard: boolean
    /** Only for the embedded backend; undefined if the shop has no PayPal account. */
    payPal: PayPalAccount | undefined
  }
}

/**
 * The Medusa server that operator commands use, and their credentials. If `url` is undefined, it is the running sample
 * shop.
 */
export interface StaffConfig {
  url: string | undefined
  /** A secret API key of the shop. */
  key: string | undefined
  /** The token of a logged-in user, instead of the key. */
  token: string | undefined
  priceUnit: 'major' | 'minor'
  dataDir: string
}

/** The settings of a server whose backend and database are known, embedded or not. */
export type ServerConfig = Config & { backend: BackendConfig; databaseUrl: string; secret: string }

type Environment = Static<typeof Environment>

/**
 * Reads the settings.
 * @param env the process's environment
 * @throws ConfigError with one sentence that names what is wrong
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const values = readEnvironment(env)
  const publicUrl = originOf('PUBLIC_URL', values.PUBLIC_URL)
  const backendUrl = originOf('MEDUSA_URL', values.MEDUSA_URL)
  const smtpUrl = urlOf('SMTP_URL', values.SMTP_URL, ['smtp:', 'smtps:'])
  if (smtpUrl && !values.MAIL_FROM) throw new ConfigError('MAIL_FROM is missing; it is required when SMTP_URL is set.')
  if (backendUrl) requireBackendCompanions(values)
  const payPal = readPayPal(values)
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: resolve(values.DATA_DIR),
    contentDir: resolve(values.CONTENT_DIR),
    backend: backendUrl
      ? {
          url: backendUrl,
          publishableKey: values.MEDUSA_PUBLISHABLE_KEY ?? '',
          priceUnit: values.BACKEND_PRICE_UNIT,
        }
      : undefined,
    priceUnit: values.BACKEND_PRICE_UNIT,
    databaseUrl: urlOf('DATABASE_URL', values.DATABASE_URL, POSTGRES),
    databasePoolSize: values.DATABASE_POOL_SIZE,
    smtpUrl,
    mailFrom: readSender(values.MAIL_FROM),
    orders: {
      newsTo: readAddress(values.ORDER_NEWS_TO),
      dashboardUrl: originOf('DASHBOARD_URL', values.DASHBOARD_URL),
    },
    redisUrl: urlOf('REDIS_URL', values.REDIS_URL, ['redis:', 'rediss:']),
    publicConfig: {
      consent: values.CONSENT,
      mixpanelToken: values.MIXPANEL_TOKEN ?? null,
      pixels: readPixels(values.PIXELS),
      payPal: payPal ?? null,
    },
    secret: values.SECRET,
    formerSecrets: readFormerSecrets(values),
    backendSigningKey: readSigningKey(values),
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    imageHosts: readHosts(values.IMAGE_HOSTS),
    countryHeader: values.COUNTRY_HEADER?.toLowerCase(),
    previewTokens: values.PREVIEW_TOKENS.split(',').flatMap((token) => token.trim() || []),
    catalogRefreshSeconds: values.CATALOG_REFRESH_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    imageCacheBytes: values.PICTURE_CACHE_MB * 1024 * 1024,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    isTraced:
      urlOf('OTEL_EXPORTER_OTLP_ENDPOINT', values.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:']) !== undefined,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    unpaidOrders: { days: values.UNPAID_ORDER_DAYS, areLimited: values.UNPAID_ORDER_LIMITS === 'on' },
    commerce: {
      port: values.COMMERCE_PORT,
      databasePort: values.COMMERCE_DATABASE_PORT,
      databaseUrl: urlOf('COMMERCE_DATABASE_URL', values.COMMERCE_DATABASE_URL, POSTGRES),
      poolSize: values.MEDUSA_POOL_SIZE,
      hasDashboard: values.DASHBOARD === 'on',
      payPal: payPal && !backendUrl ? readPayPalAccount(values) : undefined,
    },
  }
}

/**
 * Reads the settings of operator commands, which need neither the server's database nor its secrets.
 * @throws ConfigError
 */
export function loadStaffConfig(env: NodeJS.ProcessEnv): StaffConfig {
  const values = readEnvironment(env)
  return {
    url: originOf('MEDUSA_URL', values.MEDUSA_URL),
    key: values.MEDUSA_ADMIN_KEY,
    token: values.MEDUSA_ADMIN_TOKEN,
    priceUnit: values.BACKEND_PRICE_UNIT,
    dataDir: resolve(values.DATA_DIR),
  }
}

/** Returns the key that the backend's calls are signed with: its own setting, or derived from the secret. */
export function backendSigningKey(config: Pick<ServerConfig, 'backendSigningKey' | 'secret'>): string {
  return config.backendSigningKey ?? deriveKey(config.secret, 'backend-calls')
}

/** Returns the folder of the images of `content`. */
export function mediaDir(config: Pick<Config, 'contentDir'>): string {
  return join(config.contentDir, 'media')
}

function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  try {
    return envSchema<Environment>({ schema: Environment, data: set, env: false })
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error })
  }
}

function messageOf(error: unknown): string {
  const [first] = (error as { errors?: { instancePath?: string; message?: string }[] }).errors ?? []
  const name = first?.instancePath?.slice(1)
  if (!name) return `The settings could not be read: ${String(error)}.`
  return `${name} ${first?.message ?? 'is not valid'}; correct it in the environment and start again.`
}

function originOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${name} must be an http or https address such as https://shop.example, not "${value}".`)
  }
  return url.href.replace(/\/+$/, '')
}

const SHORTEST_SECRET = 32

const POSTGRES = ['postgres:', 'postgresql:']

function urlOf(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  // The message omits the value, which may contain a password.
  throw new ConfigError(
    `${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
  )
}

function readHosts(value: string): string[] {
  return value.split(',').flatMap((part) => {
    const host = part.trim().toLowerCase()
    if (host === '') return []
    if (URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host.replace(/:443$/, '')) return host
    throw new ConfigError(`IMAGE_HOSTS must be host names such as images.shop.example, with commas, not "${value}".`)
  })
}

const SENDER = /^(?:[^<>@\p{Cc}]*<([^<>\s]+)>|([^<>\s]+))$/u

function readSender(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, inside, bare] = SENDER.exec(value) ?? []
  if (isEmailAddress(inside ?? bare ?? '')) return value
  throw new ConfigError(`MAIL_FROM must be an address such as "Lumenite <letters@shop.example>", not "${value}".`)
}

function readAddress(value: string | undefined): string | undefined {
  if (value === undefined || isEmailAddress(value)) return value
  throw new ConfigError(`ORDER_NEWS_TO must be an email address such as orders@shop.example, not "${value}".`)
}

function readPixels(value: string | undefined): PixelList {
  if (value === undefined) return []
  const pixels = parseJson(value)
  if (!Array.isArray(pixels)) throw new ConfigError('PIXELS must be a JSON list such as [{"id": "123"}].')
  const filled = Value.Default(PixelList, pixels)
  if (Value.Check(PixelList, filled)) return filled
  const [first] = Value.Errors(PixelList, filled)
  throw new ConfigError(
    `PIXELS${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}; correct it and start again.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function requireBackendCompanions(values: Environment): void {
  for (const name of ['MEDUSA_PUBLISHABLE_KEY', 'DATABASE_URL', 'SECRET'] as const) {
    if (!values[name]) throw new ConfigError(`${name} is missing; it is required when MEDUSA_URL is set.`)
  }
}

function readFormerSecrets({ FORMER_SECRETS: list, SECRET: secret }: Environment): string[] {
  const former = list.split(',').flatMap((part) => part.trim() || [])
  if (former.some((one) => one.length < SHORTEST_SECRET)) {
    throw new ConfigError(
      `FORMER_SECRETS must be secrets of at least ${SHORTEST_SECRET} characters, with commas; one of them is shorter.`,
    )
  }
  return former.filter((one) => one !== secret)
}

function readSigningKey({ BACKEND_SIGNING_KEY: key, SECRET: secret }: Environment): string | undefined {
  if (key === undefined || key !== secret) return key
  throw new ConfigError('BACKEND_SIGNING_KEY must be another one than SECRET: the backend is not to know SECRET.')
}

function readPayPal(values: Environment): PublicConfig['payPal'] | undefined {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_ENVIRONMENT: environment } = values
  if (!clientId) return undefined
  if (environment) return { clientId, environment }
  throw new ConfigError('PAYPAL_ENVIRONMENT is missing; it is required when PAYPAL_CLIENT_ID is set.')
}

/**
 * Reads the PayPal account, only for the embedded backend: an external backend has these settings in its own
 * environment.
 */
function readPayPalAccount(values: Environment): PayPalAccount {
  for (const name of ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const) {
    if (!values[name]) throw new ConfigError(`${name} is missing; it is required when PAYPAL_CLIENT_ID is set.`)
  }
  return { clientSecret: values.PAYPAL_CLIENT_SECRET ?? '', webhookId: values.PAYPAL_WEBHOOK_ID ?? '' }
}

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function readTrustProxy(value: string): boolean | number | string {
  if (value === '' || value === 'false') return false
  if (value === 'true') return true
  // "1" means one proxy. Read as "true", it would let visitors forge their address.
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const isKnown = value.split(',').every((part) => {
    const [address = '', bits = '0'] = part.trim().split('/', 2)
    return NETWORKS.includes(part.trim()) || (isIP(address) > 0 && /^\d{1,3}$/.test(bits))
  })
  if (isKnown) return value
  throw new ConfigError(
    `TRUST_PROXY must be true, false, a number of proxies or a list of addresses such as 10.0.0.0/8, not "${value}".`,
  )
}
