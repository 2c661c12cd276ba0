import { defineConfig } from '@medusajs/framework/utils'

import { generateCustomDisplayId } from './src/orders/order-number.ts'

/** Only the storefront's server speaks to this backend; a browser never does, so no origin is allowed to. */
const NO_ORIGIN = ''

/** @param {string} name */
function setting(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
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
    { resolve: '@medusajs/medusa/order', options: { generateCustomDisplayId } },
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
      jwtSecret: setting('SECRET'),
      cookieSecret: setting('SECRET'),
    },
  },
})
