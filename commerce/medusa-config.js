import { defineConfig } from '@medusajs/framework/utils'

import { UPLOADS_DIR } from './src/http/uploads.ts'
import { deriveKey } from './src/keys.ts'
import { orderOptions } from './src/orders/free-order-number.ts'
import { unpaidOrderDays } from './src/orders/unpaid-order-days.ts'

/** Only the storefront's server speaks to this backend; a browser never does, so no origin is allowed to. */
const NO_ORIGIN = ''

/** @param {string} name */
function setting(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** Signs the tokens of customers and staff; the storefront, which faces the internet, never has it. */
const secret = setting('MEDUSA_SECRET')
if (secret.length < 32) throw new Error('MEDUSA_SECRET must have at least 32 characters')
for (const other of ['SECRET', 'BACKEND_SIGNING_KEY']) {
  if (secret === process.env[other]) throw new Error(`MEDUSA_SECRET must be another one than ${other}`)
}

/** A shop without an account at PayPal has no module of it either. */
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

/**
 * Where the staff's uploads go: to a bucket that speaks S3, or else to a folder of this machine, which `src/api` serves
 * under `/static`. Both write addresses of files into the database, so that they have to be those that last.
 */
// A wrong setting ends the start, and not the first order.
unpaidOrderDays()

const bucket = process.env['S3_BUCKET']
const fileStore = bucket
  ? {
      resolve: '@medusajs/medusa/file-s3',
      id: 's3',
      options: {
        bucket,
        file_url: setting('S3_URL'),
        region: process.env['S3_REGION'] || 'us-east-1',
        endpoint: process.env['S3_ENDPOINT'] || undefined,
        access_key_id: setting('S3_ACCESS_KEY_ID'),
        secret_access_key: setting('S3_SECRET_ACCESS_KEY'),
        // A bucket whose owner decides alone who reads it refuses every ACL.
        acl: process.env['S3_ACL'] === 'none' ? false : undefined,
        // Stores other than Amazon's seldom have a host name for each bucket.
        additional_client_config: process.env['S3_ENDPOINT'] ? { forcePathStyle: true } : {},
      },
    }
  : {
      resolve: '@medusajs/medusa/file-local',
      id: 'local',
      options: {
        upload_dir: UPLOADS_DIR,
        private_upload_dir: UPLOADS_DIR,
        backend_url: `${process.env['MEDUSA_BACKEND_URL'] || 'http://localhost:9000'}/static`,
      },
    }

/** Several Medusas share their events, locks, running workflows and what they keep; one alone keeps them itself. */
const redisUrl = process.env['REDIS_URL']
const ofSeveral = redisUrl
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
  admin: { disable: true },
  featureFlags: { translation: true },
  modules: [
    { resolve: '@medusajs/medusa/translation' },
    { resolve: '@medusajs/medusa/file', options: { providers: [fileStore] } },
    { resolve: '@medusajs/medusa/order', options: orderOptions },
    ...ofSeveral,
    ...(payPal ? [{ resolve: '@medusajs/medusa/payment', options: { providers: [payPal] } }] : []),
  ],
  projectConfig: {
    databaseUrl: setting('DATABASE_URL'),
    ...(redisUrl ? { redisUrl } : {}),
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: NO_ORIGIN,
      adminCors: NO_ORIGIN,
      authCors: NO_ORIGIN,
      jwtSecret: deriveKey(secret, 'medusa-jwt'),
      cookieSecret: deriveKey(secret, 'medusa-cookies'),
    },
  },
})
