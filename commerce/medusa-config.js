import { defineConfig } from '@medusajs/framework/utils'

/** Only the storefront's server speaks to this backend; a browser never does, so no origin is allowed to. */
const NO_ORIGIN = ''

/** @param {string} name */
function setting(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

export default defineConfig({
  admin: { disable: true },
  featureFlags: { translation: true },
  modules: [{ resolve: '@medusajs/medusa/translation' }],
  projectConfig: {
    databaseUrl: setting('DATABASE_URL'),
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
