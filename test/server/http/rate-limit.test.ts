import { spawnSync } from 'node:child_process'

import fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import t, { type Test } from 'tap'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { errors } from '#server/http/errors.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import { translations } from '#server/http/translations.ts'
import { startRedisServer } from '#test/support/redis-server.ts'
import { until } from '#test/support/until.ts'

/** The installer of `.ci/run` brings it; an operator with npm alone has no Redis to share, either. */
const skip = spawnSync('redis-server', ['--version']).error ? 'there is no redis-server here' : false

/** A door that three may knock at in a minute, and a letter box that takes two letters to one address. */
async function open(t: Test, env: Record<string, string> = {}): Promise<FastifyInstance> {
  const app = fastify({ trustProxy: true })
  app.decorate('config', { ...loadConfig(env), secret: 'a secret of at least thirty-two letters' } as ServerConfig)
  const locale = (request: { query: unknown }) => (request.query as { lang?: string }).lang ?? 'en'
  const visitor = async (shop: FastifyInstance) => {
    shop.decorateRequest('visitor', {
      getter: function visitorOf() {
        return { locale: locale(this) } as never
      },
    })
  }
  await app.register(fp(visitor, { name: 'visitor' }))
  await app.register(translations)
  await app.register(rateLimit)
  await app.register(errors)
  app.get('/api/knock', { onRequest: app.limit({ name: 'knock', max: 3, seconds: 60 }) }, async () => 'come in')
  // Another door to the same house.
  app.get('/api/ring', { onRequest: app.limit({ name: 'knock', max: 3, seconds: 60 }) }, async () => 'come in')
  const ofAddress = app.limit({ name: 'letters', max: 2, seconds: 3600, per: 'mailbox' })
  const crowded = { name: 'crowded', max: 4, seconds: 60, crowd: { max: 40, share: 1 } }
  app.get('/api/crowded', { onRequest: app.limit(crowded) }, async () => 'come in')
  app.get('/api/letter', async (request, reply) => {
    await ofAddress(request, reply, (request.query as { to: string }).to)
    return 'taken'
  })
  t.teardown(() => app.close())
  await app.ready()
  return app
}

const knock = async (app: FastifyInstance, remoteAddress = '203.0.113.7', lang = 'en') =>
  app.inject({ url: '/api/knock', query: { lang }, remoteAddress })

const statusesOf = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)

t.test('whoever asks too often is told so in their language, and when to come again', async (t) => {
  const app = await open(t)
  t.same(await statusesOf([knock(app), knock(app), knock(app)]), [200, 200, 200])
  const refused = await knock(app, undefined, 'ru')
  t.equal(refused.statusCode, 429)
  t.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 60)
  const { message, details } = refused.json<{ message: string; details: object }>()
  t.match(message, /^Слишком много запросов/)
  t.match(details, { limit: 'knock', retryAfterSeconds: Number })
})

t.test('another visitor is not kept waiting, and a household with many IPv6 addresses is one', async (t) => {
  const app = await open(t)
  const household = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:2::4']
  t.same(await statusesOf(household.map(async (address) => knock(app, address))), [200, 200, 200, 429])
  t.equal((await knock(app, '2001:db8:1:3::1')).statusCode, 200)
  t.equal((await knock(app, '203.0.113.8')).statusCode, 200)
})

t.test('a home or a company with many IPv6 networks may send what a few visitors do, and not more', async (t) => {
  const app = await open(t)
  const accepted = async (addresses: string[]) => {
    const statuses = await statusesOf(addresses.flatMap((address) => [knock(app, address), knock(app, address)]))
    return statuses.filter((status) => status === 200).length
  }
  const hex = (from: number, count: number) => Array.from({ length: count }, (_, at) => (from + at).toString(16))
  t.equal(await accepted(hex(0, 256).map((net) => `2001:db8:1:${net.padStart(2, '0')}::1`)), 12, 'of a /56')
  const others = hex(1, 100).map((net) => `2001:db8:1:${net}00::1`)
  t.equal(await accepted(others), 48 - 12, 'of a /48')
  t.equal((await knock(app, '2001:db8:2::1')).statusCode, 200, 'another company is not kept waiting')
  t.equal((await knock(app, '203.0.113.8')).statusCode, 200)
})

t.test('one network that sends too much uses up nothing of its neighbors', async (t) => {
  const app = await open(t)
  for (let times = 0; times < 100; times += 1) await knock(app, '2001:db8:1:1::1')
  t.equal((await knock(app, '2001:db8:1:2::1')).statusCode, 200, 'of the same home')
  t.equal((await knock(app, '2001:db8:1:102::1')).statusCode, 200, 'of the same company')
})

t.test('a crowd of networks leaves each its share, and never refuses a visitor who has sent less', async (t) => {
  const app = await open(t)
  const ask = async (remoteAddress: string) => (await app.inject({ url: '/api/crowded', remoteAddress })).statusCode
  for (let network = 0; network < 300; network += 1) await ask(`198.51.${network >> 8}.${network & 255}`)
  t.equal(await ask('198.51.0.1'), 429, 'a network of the crowd has had its share')
  t.equal(await ask('203.0.113.7'), 200)
  t.equal(await ask('203.0.113.7'), 429)
})

t.test('a flood of one limit leaves the counters of the others', async (t) => {
  const app = await open(t)
  for (let times = 0; times < 3; times += 1) await knock(app)
  const letters = app.limit({ name: 'letters', max: 2, seconds: 3600, per: 'mailbox' })
  for (let flood = 0; flood < 51_000; flood += 1) await letters.allows(`${flood}@example.com`)
  t.equal((await knock(app)).statusCode, 429)
})

t.test('letters to one address are counted wherever they come from', async (t) => {
  const app = await open(t)
  const write = async (to: string, remoteAddress: string) =>
    app.inject({ url: '/api/letter', query: { to }, remoteAddress })
  const toAnn = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(async (from) => write('ann@example.com', from))
  t.same(await statusesOf(toAnn), [200, 200, 429])
  t.equal((await write('bob@example.com', '203.0.113.1')).statusCode, 200)
})

t.test('two servers that share a Redis count together, and tell it no address', { skip }, async (t) => {
  const redis = await startRedisServer(t)
  const [one, other] = [await open(t, { REDIS_URL: redis.url }), await open(t, { REDIS_URL: redis.url })]
  t.same(await statusesOf([knock(one), knock(other), knock(one), knock(other)]), [200, 200, 200, 429])
  await one.inject({ url: '/api/letter', query: { to: 'ann@example.com' } })
  const keys = await redis.keys()
  t.ok(keys.length >= 2, String(keys))
  t.notMatch(keys.join(), /ann|203\.0/)
})

t.test('a Redis that goes away takes no form with it, and is asked again when it is back', { skip }, async (t) => {
  const redis = await startRedisServer(t)
  const [one, other] = [await open(t, { REDIS_URL: redis.url }), await open(t, { REDIS_URL: redis.url })]
  t.equal((await knock(one)).statusCode, 200)
  await redis.stop()
  t.same(await statusesOf([knock(one), knock(one), knock(one), knock(one)]), [200, 200, 200, 429], 'each for itself')
  t.same(await statusesOf([knock(other)]), [200])
  await redis.start()
  await until(async () => (await knock(other), (await redis.keys()).length > 0))
  const answers = await statusesOf([knock(one), knock(other), knock(one), knock(other)])
  t.equal(answers.at(-1), 429)
})

t.test('a shop that starts without its Redis opens all the same', { skip }, async (t) => {
  const redis = await startRedisServer(t)
  await redis.stop()
  const app = await open(t, { REDIS_URL: redis.url })
  t.equal((await knock(app)).statusCode, 200)
})
