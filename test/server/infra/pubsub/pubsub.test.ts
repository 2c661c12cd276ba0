import fastify from 'fastify'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'

import { createPubSub, type PubSub } from '#server/infra/pubsub/pubsub-plugin.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()

interface Process extends PubSub {
  listeners: unknown[]
  gaps: number
}

async function openProcess(t: Test, redisUrl: string, channel = 'shop'): Promise<Process> {
  const pubsub = await createPubSub({ redisUrl, channel, log, heartbeatMs: 100 })
  t.teardown(() => pubsub.close())
  const process = { ...pubsub, listeners: [] as unknown[], gaps: 0 }
  pubsub.subscribe(
    'catalog',
    (payload) => process.listeners.push(payload),
    () => (process.gaps += 1),
  )
  return process
}

t.test('what one process hears of every other process of the shop is told, and nobody else', async (t) => {
  const { url } = await startRedisServer(t)
  const [one, other, third] = [await openProcess(t, url), await openProcess(t, url), await openProcess(t, url)]
  const stranger = await openProcess(t, url, 'another shop')
  t.equal(await one.publish('catalog', ['prod_1']), true)
  await one.publish('letters', 'of another kind')
  await other.publish('catalog', 'all')
  await until(() => third.listeners.length === 2 && other.listeners.length === 1 && one.listeners.length === 1)
  t.same(third.listeners, [['prod_1'], 'all'])
  t.same(other.listeners, [['prod_1']])
  t.same(one.listeners, ['all'])
  t.same(stranger.listeners, [])
})

t.test('during a rolling update a process hears of changes from those of the earlier version', async (t) => {
  const { url } = await startRedisServer(t)
  const earlier = await openProcess(t, url, 'earlier')
  const updated = await createPubSub({ redisUrl: url, channel: 'shop', earlierChannels: ['earlier'], log })
  t.teardown(() => updated.close())
  const listeners: unknown[] = []
  updated.subscribe(
    'catalog',
    (payload) => listeners.push(payload),
    () => {},
  )
  await earlier.publish('catalog', ['prod_1'])
  await until(() => listeners.length === 1)
  t.same(listeners, [['prod_1']])
})

t.test('what nobody of ours has written into Redis disturbs nobody', async (t) => {
  const { url } = await startRedisServer(t)
  const [one, other] = [await openProcess(t, url), await openProcess(t, url)]
  const vandal = new Redis(url)
  t.teardown(() => vandal.disconnect())
  await vandal.publish('shop', '{')
  await one.publish('catalog', 'all')
  await until(() => other.listeners.length === 1)
})

t.test('a process that could not listen for a while is told to look for itself', async (t) => {
  const redis = await startRedisServer(t)
  const [one, other] = [await openProcess(t, redis.url), await openProcess(t, redis.url)]
  t.equal(other.gaps, 0, 'nothing is missed by who has just come')
  await redis.stop()
  t.equal(await until(async () => !(await one.publish('catalog', 'all'))), true)
  await redis.start()
  await until(() => one.gaps > 0 && other.gaps > 0)
  await until(() => one.publish('catalog', 'all'))
  await until(() => other.listeners.length > 0)
})
