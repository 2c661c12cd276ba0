import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { backendSigningKey, loadConfig } from '#server/config.ts'
import { StartError } from '#server/infra/start-error.ts'
import { readRunningShop } from '#server/main/running-shop.ts'
import { refuseToStart } from '#server/main/start.ts'

import { generateProducts } from './generate-products.ts'
import { progressTo } from './progress.ts'

function savedSecret(dataDir: string): string {
  return readFileSync(join(dataDir, 'secret'), 'utf8').trim()
}

/** `npm run seed -- --products 1000`: adds generated products to the running sample shop. */
try {
  const { values } = parseArgs({ options: { products: { type: 'string', default: '1000' } } })
  const products = Number(values.products)
  if (!Number.isInteger(products) || products < 1)
    throw new StartError(`--products must be a whole number above 0, not "${values.products}".`)
  const config = loadConfig(process.env)
  const { dataDir } = config
  const shop = readRunningShop(dataDir)
  if (!shop) {
    throw new StartError(
      `No sample shop runs on the data folder ${dataDir}; run "npm start" in another terminal, then seed again.`,
    )
  }
  const { databaseUrl, storefrontUrl } = shop
  const progress = progressTo(process.stdout, products)
  await generateProducts({
    commerceDir: join(import.meta.dirname, '../../commerce'),
    databaseUrl,
    products,
    logs: join(dataDir, 'logs'),
    storefront: storefrontUrl
      ? {
          url: storefrontUrl,
          signingKey: backendSigningKey({ ...config, secret: config.secret ?? savedSecret(dataDir) }),
        }
      : undefined,
    onProgress: progress.at,
  })
  progress.finish()
} catch (error) {
  await refuseToStart(error, [])
}
