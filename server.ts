import cluster from 'node:cluster'

import closeWithGrace from 'close-with-grace'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { openMetricsServer } from '#server/main/metrics-server.ts'
import {
  assertCanStart,
  MAX_STOP_MS,
  readyMessage,
  refuseToStart,
  warnOfSampleOperator,
  withoutOwnBackend,
  type Stop,
} from '#server/main/start.ts'
import { openWorkers } from '#server/main/workers/open-workers.ts'
import { followPrimary, PRIMARY_SIGNALS, serveShop } from '#server/main/workers/serve-shop.ts'

const { isPrimary, isWorker } = cluster
const stops: Stop[] = []
const grace = closeWithGrace(
  { delay: MAX_STOP_MS, skip: isWorker ? PRIMARY_SIGNALS : [] },
  async ({ err, signal, manual }) => {
    if (err) console.error(err)
    if (signal) console.log('stopping…')
    for (const stop of stops.toReversed()) await stop(manual ? 'SIGTERM' : signal)
  },
)
if (isWorker) followPrimary(grace.close)

try {
  const settings = loadConfig(process.env)
  if (isPrimary) {
    await assertCanStart(settings)
    await warnOfSampleOperator(settings)
  }
  const program = settings.backend ? undefined : await import('#dev/embed-commerce.ts').catch(withoutOwnBackend)
  const embedded = await program?.embedCommerce(settings, stops)
  const config = embedded?.config ?? (settings as ServerConfig)
  if (isPrimary) await openMetricsServer(config, stops)
  const dev = process.argv.includes('--dev')
  const openAll = dev && isPrimary ? (await import('#dev/restart-on-change.ts')).restartOnChange : openWorkers
  const isAlone = isWorker || (!dev && config.webConcurrency === 1)
  const apiDocs = dev && isAlone ? (await import('#dev/api-docs.ts')).apiDocs : undefined
  const address = await (isAlone ? serveShop(config, { dev, apiDocs, stops }) : openAll(config, stops))
  if (isPrimary) console.log(readyMessage(address, config, await embedded?.notes))
  await embedded?.buildDashboard()
} catch (error) {
  await refuseToStart(error, stops)
}
