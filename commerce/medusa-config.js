import { defineConfig } from '@medusajs/framework/utils'

import { EXPORTS_DIR, UPLOADS_DIR } from './src/http/uploads.ts'
import { deriveKey } from './src/keys.ts'
import { orderOptions } from './src/orders/free-order-number.ts'
import { databasePool, unpaidOrderDays } from './src/settings.ts'

/** No CORS origin is allowed, since only the storefront's server calls this backend. */
const NO_ORIGIN = ''

/** @param {string} name */
function setting(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** The keys of customers' and staff's tokens derive from it. The internet-facing storefront never has it. */
const secret = setting('MEDUSA_SECRET')
if (secret.length < 32) throw new Error('MEDUSA_SECRET must have at least 32 characters')
for (const other of ['SECRET', 'BACKEND_SIGNING_KEY']) {
  if (secret === process.env[other]) throw new Error(`MEDUSA_SECRET must be another one than ${other}`)
}

/** The PayPal provider; none if the shop has no account there. */
const payPal = process.env['PAYPAL_CLIENT_ID'] && {
  resolve: './src/modules/paypal/paypal-module.ts',
  id: 'paypal',
  options: {
    clientId: process.env['PAYPAL_CLIENT_ID'],
    clientSecret: process.env['PAYPAL_CLIENT_SECRET'],
    environment: process.env['PAYPAL_ENVIRONMENT'],
    webhookId: process.env['PAYPAL_WEBHOOK_ID'],
  },
}

// Validates the setting at the start instead of at the first order.
unpaidOrderDays()

/**
 * Uploads go to an S3 bucket, or else to a local folder that `src/api` serves under `/static`. Both store URLs in the
 * database, so the URLs have to be permanent.
 */
const bucket = process.env['S3_BUCKET']
const fileStore = bucket
  ? {
      resolve: './src/modules/s3/s3-module.ts',
      id: 's3',
      options: {
        bucket,
        file_url: setting('S3_URL'),
        region: process.env['S3_REGION'] || 'us-east-1',
        endpoint: process.env['S3_ENDPOINT'] || undefined,
        access_key_id: setting('S3_ACCESS_KEY_ID'),
        secret_access_key: setting('S3_SECRET_ACCESS_KEY'),
        // A bucket with the setting "bucket owner enforced" rejects every ACL.
        acl: process.env['S3_ACL'] === 'none' ? false : undefined,
        // Providers other than Amazon seldom have a host name for each bucket.
        additional_client_config: process.env['S3_ENDPOINT'] ? { forcePathStyle: true } : {},
      },
    }
  : {
      resolve: '@medusajs/medusa/file-local',
      id: 'local',
      options: {
        upload_dir: UPLOADS_DIR,
        private_upload_dir: EXPORTS_DIR,
        backend_url: `${process.env['MEDUSA_BACKEND_URL'] || 'http://localhost:9000'}/static`,
      },
    }

/**
 * The session cookie of the staff. By default it is sent over TLS only, which would break signing in on this machine.
 * @type {{ sameSite: 'strict', secure: any }}
 */
const cookieOptions = { sameSite: 'strict', secure: 'auto' }

/** With Redis, several Medusas share events, cache, locks and workflows; without it one keeps them in memory. */
const redisUrl = process.env['REDIS_URL']
const redisModules = redisUrl
  ? [
      { resolve: '@medusajs/medusa/event-bus-redis', options: { redisUrl } },
      { resolve: '@medusajs/medusa/cache-redis', options: { redisUrl } },
      {
        resolve: '@medusajs/medusa/locking',
        options: {
          providers: [
            { resolve: '@medusajs/medusa/locking-redis', id: 'locking-redis', is_default: true, options: { redisUrl } },
          ],
        },
      },
      { resolve: '@medusajs/medusa/workflow-engine-redis', options: { redis: { redisUrl } } },
    ]
  : []

export default defineConfig({
  // `src/api` serves Medusa Admin. Medusa itself would refuse to start before it is built.
  admin: { disable: true },
  featureFlags: { translation: true },
  modules: [
    { resolve: '@medusajs/medusa/translation' },
    { resolve: '@medusajs/medusa/file', options: { providers: [fileStore] } },
    { resolve: '@medusajs/medusa/order', options: orderOptions },
    {
      resolve: '@medusajs/medusa/auth',
      options: {
        providers: [
          { resolve: '@medusajs/medusa/auth-emailpass', id: 'emailpass' },
          { resolve: './src/modules/email-link/email-link-module.ts', id: 'email-link' },
        ],
      },
    },
    ...redisModules,
    ...(payPal ? [{ resolve: '@medusajs/medusa/payment', options: { providers: [payPal] } }] : []),
  ],
  projectConfig: {
    databaseUrl: setting('DATABASE_URL'),
    ...(redisUrl ? { redisUrl } : {}),
    cookieOptions,
    databaseDriverOptions: { connection: { ssl: false }, pool: databasePool() },
    http: {
      storeCors: NO_ORIGIN,
      adminCors: NO_ORIGIN,
      authCors: NO_ORIGIN,
      authMethodsPerActor: { user: ['emailpass'], customer: ['emailpass', 'email-link'] },
      jwtSecret: deriveKey(secret, 'medusa-jwt'),
      cookieSecret: deriveKey(secret, 'medusa-cookies'),
    },
  },
})
