import fastify from 'fastify'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'

import { createNeighbours, type Neighbours } from '#server/neighbours/neighbours.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()

interface Process extends Neighbours {
  heard: unknown[]
  gaps: number
}

async function openProcess(t: Test, redisUrl: string, channel = 'shop'): Promise<Process> {
  const neighbours = await createNeighbours({ redisUrl, channel, log, beatMs: 100 })
  t.teardown(() => neighbours.close())
  const process = { ...neighbours, heard: [] as unknown[], gaps: 0 }
  neighbours.hear(
    'catalog',
    (words) => process.heard.push(words),
    () => (process.gaps += 1),
  )
  return process
}

t.test('what one process hears of every other process of the shop is told, and nobody else', async (t) => {
  const { url } = await startRedisServer(t)
  const [one, other, third] = [await openProcess(t, url), await openProcess(t, url), await openProcess(t, url)]
  const stranger = await openProcess(t, url, 'another shop')
  t.equal(await one.tell('catalog', ['prod_1']), true)
  await one.tell('letters', 'of another kind')
  await other.tell('catalog', 'all')
  await until(() => third.heard.length === 2)
  t.same(third.heard, [['prod_1'], 'all'])
  t.same(other.heard, [['prod_1']])
  t.same(one.heard, ['all'])
  t.same(stranger.heard, [])
})

t.test('during a rolling update a process hears of changes from those of the earlier version', async (t) => {
  const { url } = await startRedisServer(t)
  const earlier = await openProcess(t, url, 'earlier')
  const updated = await createNeighbours({ redisUrl: url, channel: 'shop', earlierChannels: ['earlier'], log })
  t.teardown(() => updated.close())
  const heard: unknown[] = []
  updated.hear(
    'catalog',
    (words) => heard.push(words),
    () => {},
  )
  await earlier.tell('catalog', ['prod_1'])
  await until(() => heard.length === 1)
  t.same(heard, [['prod_1']])
})

t.test('what nobody of ours has written into Redis disturbs nobody', async (t) => {
  const { url } = await startRedisServer(t)
  const [one, other] = [await openProcess(t, url), await openProcess(t, url)]
  const vandal = new Redis(url)
  t.teardown(() => vandal.disconnect())
  await vandal.publish('shop', '{')
  await one.tell('catalog', 'all')
  await until(() => other.heard.length === 1)
})

t.test('a process that could not listen for a while is told to look for itself', async (t) => {
  const redis = await startRedisServer(t)
  const [one, other] = [await openProcess(t, redis.url), await openProcess(t, redis.url)]
  t.equal(other.gaps, 0, 'nothing is missed by who has just come')
  await redis.stop()
  t.equal(await until(async () => !(await one.tell('catalog', 'all'))), true)
  await redis.start()
  await until(() => one.gaps > 0 && other.gaps > 0)
  await until(() => one.tell('catalog', 'all'))
  await until(() => other.heard.length > 0)
})
