import fastify from 'fastify'
import t, { type Test } from 'tap'

import { createPubSub, type PubSub } from '#server/infra/pubsub/pubsub-plugin.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()

interface Process extends PubSub {
  received: unknown[]
  gaps: number
}

async function openProcess(t: Test, redisUrl: string, channel = 'shop'): Promise<Process> {
  const pubsub = await createPubSub({ redisUrl, channel, log, heartbeatMs: 100 })
  t.teardown(() => pubsub.close())
  const process = { ...pubsub, received: [] as unknown[], gaps: 0 }
  pubsub.subscribe(
    'catalog',
    (payload) => process.received.push(payload),
    () => (process.gaps += 1),
  )
  return process
}

t.test('a message reaches every other process of the shop and no other shop', async (t) => {
  const { url } = await startRedisServer(t)
  const [one, other, third] = [await openProcess(t, url), await openProcess(t, url), await openProcess(t, url)]
  const stranger = await openProcess(t, url, 'another shop')
  t.equal(await one.publish('catalog', ['prod_1']), true)
  await one.publish('letters', 'of another kind')
  await other.publish('catalog', 'all')
  await until(() => third.received.length === 2 && other.received.length === 1 && one.received.length === 1)
  t.same(third.received, [['prod_1'], 'all'])
  t.same(other.received, [['prod_1']])
  t.same(one.received, ['all'])
  t.same(stranger.received, [])
})

t.test('a process that was disconnected from Redis is told that it may have missed messages', async (t) => {
  const redis = await startRedisServer(t)
  const [one, other] = [await openProcess(t, redis.url), await openProcess(t, redis.url)]
  t.equal(other.gaps, 0, 'a new process has missed nothing')
  await redis.stop()
  t.equal(await until(async () => !(await one.publish('catalog', 'all'))), true)
  await redis.start()
  await until(() => one.gaps > 0 && other.gaps > 0)
  await until(() => one.publish('catalog', 'all'))
  await until(() => other.received.length > 0)
})
