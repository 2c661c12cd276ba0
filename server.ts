import closeWithGrace from 'close-with-grace'

import { buildServer } from '#server/build-server.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { assertFolders, assertPortFree, refuseToStart, waitForShop, withoutOwnBackend } from '#server/start.ts'

const stops: (() => Promise<unknown>)[] = []
closeWithGrace({ delay: 10_000 }, async ({ err, signal }) => {
  if (err) console.error(err)
  if (signal) console.log('stopping…')
  for (const stop of stops.toReversed()) await stop()
})

try {
  const settings = loadConfig(process.env)
  await assertPortFree(settings.host, settings.port)
  await assertFolders(settings)
  const config = settings.backend ? (settings as ServerConfig) : await startEmbedded()
  const app = await buildServer({ config, dev: process.argv.includes('--dev') })
  stops.push(() => app.close())
  await app.ready()
  await waitForShop(app.catalog, config.backend.url)
  const address = await app.listen({ host: config.host, port: config.port })
  console.log(`storefront ready on ${address}`)

  async function startEmbedded(): Promise<ServerConfig> {
    const { embedCommerce } = await import('#dev/embed-commerce.ts').catch(withoutOwnBackend)
    return embedCommerce(settings, stops)
  }
} catch (error) {
  await refuseToStart(error, stops)
}
