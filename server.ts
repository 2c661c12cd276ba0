import cluster from 'node:cluster'

import closeWithGrace from 'close-with-grace'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { serveShop } from '#server/main/serve-shop.ts'
import {
  assertCanStart,
  MAX_STOP_MS,
  readyMessage,
  refuseToStart,
  warnOfSampleOperator,
  withoutOwnBackend,
  type Stop,
} from '#server/main/start.ts'

const dev = process.argv.includes('--dev')
/** In development, a worker serves the shop, and the primary process restarts it when the code changes. */
const { isPrimary } = cluster
/** A terminal sends these to the worker too, which the primary process stops by SIGTERM. */
const ignored: ('SIGINT' | 'SIGHUP')[] = isPrimary ? [] : ['SIGINT', 'SIGHUP']
for (const signal of ignored) process.on(signal, () => {})
const stops: Stop[] = []
closeWithGrace({ delay: MAX_STOP_MS, skip: ignored }, async ({ err, signal }) => {
  if (err) console.error(err)
  if (signal && isPrimary) console.log('stopping…')
  for (const stop of stops.toReversed()) await stop(signal)
})

try {
  const settings = loadConfig(process.env)
  if (isPrimary) {
    await assertCanStart(settings)
    await warnOfSampleOperator(settings)
  }
  const program = settings.backend ? undefined : await import('#dev/embed-commerce.ts').catch(withoutOwnBackend)
  const embedded = await program?.embedCommerce(settings, stops)
  const config = embedded?.config ?? (settings as ServerConfig)
  const restarts = dev && isPrimary ? await import('#dev/restart-on-change.ts') : undefined
  const apiDocs = dev && !isPrimary ? (await import('#dev/api-docs.ts')).apiDocs : undefined
  const address = await (restarts
    ? restarts.restartOnChange(config, stops)
    : serveShop(config, { dev, apiDocs, stops }))
  if (isPrimary) console.log(readyMessage(address, config, await embedded?.notes))
  await embedded?.buildDashboard()
} catch (error) {
  await refuseToStart(error, stops)
}
