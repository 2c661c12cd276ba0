import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'
import { parse } from 'yaml'

import { loadConfig, loadStaffConfig } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')

interface Service {
  image?: string
  build?: { context: string; dockerfile?: string; args: Record<string, string> }
  environment?: Record<string, string>
  profiles?: string[]
  entrypoint?: string[]
  command?: string | string[]
  ports?: string[]
  mem_limit?: string
  deploy?: { replicas: number }
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
  configs?: { source: string; target: string }[]
  networks?: string[]
  user?: string
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  configs: Record<string, { file: string }>
  networks: Record<string, { internal: boolean } | null>
}

const GIVEN: Record<string, string> = {
  SECRET: 'a secret of at least thirty-two characters',
  BACKEND_SIGNING_KEY: 'a key that storefront and backend share',
  MEDUSA_SECRET: 'the secret of Medusa, and of nobody else',
  POSTGRES_PASSWORD: 'word',
  STOREFRONT_DATABASE_PASSWORD: 'of_the_storefront',
  MEDUSA_DATABASE_PASSWORD: 'of_medusa',
  MEDUSA_ADMIN_KEY: 'sk_1',
}

const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as Compose

const FIXED = new Set([
  'HOST',
  'PORT',
  'DATA_DIR',
  'CONTENT_DIR',
  'DRAIN_SECONDS',
  'BACKEND_PRICE_UNIT',
  'COMMERCE_PORT',
  'COMMERCE_DATABASE_PORT',
  'COMMERCE_DATABASE_URL',
  'MEDUSA_POOL_SIZE',
  'DASHBOARD',
])
const MEDUSA_ONLY = new Set(['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'])
/** Credentials of the Admin API, which no internet-facing container has. */
const ADMIN_SETTINGS = ['MEDUSA_ADMIN_KEY', 'MEDUSA_ADMIN_TOKEN']

/** Settings that Medusa's modules read, in addition to `medusa-config.js`. */
const MEDUSA_MODULES = ['STOREFRONT_URL', 'ALLOWED_HOSTS']
/** Settings that `medusa-config.js` reads through other files. */
const READ_ELSEWHERE = ['BACKEND_SIGNING_KEY', 'UNPAID_ORDER_DAYS', 'MEDUSA_POOL_SIZE']

const PROGRAMS: Record<string, string> = { proxy: 'CADDY', balancer: 'HAPROXY' }

/** A variable whose default contains no other variable. */
const VARIABLE = /\$\{([A-Z0-9_]+)(?::[-?]([^${}]*))?\}/g

function fill(text: string, given = GIVEN): string {
  const filled = text.replaceAll(VARIABLE, (_, name: string, rest: string | undefined) => given[name] || (rest ?? ''))
  return filled === text ? text : fill(filled, given)
}

function environmentOf(service: string, given = GIVEN): Record<string, string> {
  const { environment = {} } = compose.services[service] ?? {}
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, given)]))
}

function settingsIn(file: string, pattern: RegExp): string[] {
  return [...new Set([...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name))]
}

t.test("the composition's storefront has valid settings", async (t) => {
  const environment = environmentOf('storefront')
  const config = loadConfig(environment)
  t.match(config, { trustProxy: 1, redisUrl: 'redis://redis:6379', backend: { url: 'http://balancer:9000' } })
  t.equal(config.publicUrl, 'http://localhost:8080')
  t.equal(environmentOf('storefront', { ...GIVEN, HTTP_PORT: '9090' })['PUBLIC_URL'], 'http://localhost:9090')
  const settings = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
  for (const name of Object.keys(environment)) t.match(settings, `\`${name}\``, `${name} is a setting`)
})

t.test("PayPal's webhook events reach Medusa directly", async (t) => {
  const content = configOf('caddyfile')
  const [block = ''] = /handle \/hooks\/payment\/paypal_paypal \{.*?\n {2}\}/s.exec(content) ?? []
  t.match(block, /max_size 64KB/)
  t.match(block, /reverse_proxy balancer:9000 \{\s+header_up Host medusa:9000/, 'under the name that it answers to')
  t.equal(content.split(':9000 {').length, 2, 'and nothing else does')
})

t.test('the balancer checks every storefront and Medusa, and its port of Medusa is not public', async (t) => {
  const haproxy = configOf('haproxy')
  t.match(haproxy, /option httpchk GET \/readyz\n +server-template storefront \d+ storefront:3000\n/)
  t.match(haproxy, / uri \/health .*\n +server-template medusa \d+ medusa:9000\n/)
  t.match(haproxy, /^ +default-server check inter 1s /m)
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${fill(port)}`),
  )
  t.same(published, ['proxy 8080:80', 'proxy 8443:443', 'balancer 127.0.0.1:9000:9000'])
  t.match(environmentOf('medusa')['ALLOWED_HOSTS']?.split(','), ['medusa', 'balancer'], 'Medusa answers to both names')
  t.notOk(compose.services['balancer']?.depends_on, 'the dashboard can be reached when no storefront starts')
  for (const name of ['storefront', 'medusa']) t.ok((compose.services[name]?.deploy?.replicas ?? 0) > 1, name)
})

t.test('every container has a memory limit above what it needs', async (t) => {
  const megabytes = (text = '') => Number.parseInt(text, 10) * (text.endsWith('g') ? 1024 : 1)
  const limits = Object.entries(compose.services).map(
    ([name, { mem_limit: limit }]) => [name, megabytes(limit && fill(limit))] as const,
  )
  for (const [name, limit] of limits) t.ok(limit >= 256, `${name}: ${limit} MB`)
  const of = (name: string) => limits.find(([service]) => service === name)?.[1] ?? 0
  t.ok(of('medusa') >= 1.5 * 900 && of('storefront') > 1024, 'more than the heap of Node.js')
  const [, redis] = /--maxmemory (\d+)mb /.exec(fill(String(compose.services['redis']?.command))) ?? []
  t.ok(Number(redis) < of('redis'), 'Redis refuses writes before the kernel ends it')
  const running = Object.entries(compose.services).filter(([name, { profiles }]) => !profiles && name !== 'prepare')
  const sum = running.reduce((all, [name, { deploy }]) => all + of(name) * (deploy?.replicas ?? 1), 0)
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  t.match(operations, `add up to ${sum / 1024} GB`, 'operations.md names the sum of the containers that keep running')
})

t.test('every setting in .env reaches the containers that read it', async (t) => {
  const storefronts = settingsIn('src/server/config.ts', /^ {2}([A-Z0-9_]+): Type\./gm)
  const medusas = settingsIn('commerce/medusa-config.js', /\b(?:env\[|setting\()'([A-Z0-9_]+)'/g)
  t.ok(storefronts.length > 20 && medusas.length > 5, 'the settings are found')
  const read = {
    storefront: storefronts.filter(
      (name) => !FIXED.has(name) && !MEDUSA_ONLY.has(name) && !ADMIN_SETTINGS.includes(name),
    ),
    medusa: [...medusas, ...READ_ELSEWHERE, ...MEDUSA_MODULES],
    prepare: [...medusas, ...READ_ELSEWHERE, 'MEDUSA_PUBLISHABLE_KEY', 'MEDUSA_ADMIN_KEY'],
  }
  for (const [service, names] of Object.entries(read)) {
    const { environment = {} } = compose.services[service] ?? {}
    t.same(Object.keys(environment).toSorted(), names.toSorted(), service)
    const variables = Object.keys(environment).filter((name) => environment[name]?.startsWith('${'))
    const given = Object.fromEntries(variables.map((name) => [name, `the ${name}`]))
    t.match(environmentOf(service, given), given)
  }
})

t.test('storefront and Medusa share the signing key, Redis and the publishable key', async (t) => {
  const of = (name: string) => compose.services[name]?.environment ?? {}
  for (const name of ['BACKEND_SIGNING_KEY', 'REDIS_URL']) {
    t.type(of('medusa')[name], 'string', name)
    t.equal(of('medusa')[name], of('storefront')[name])
    t.equal(of('prepare')[name], of('medusa')[name])
  }
  for (const name of ['prepare', 'operator', 'seed'])
    t.equal(of(name)['MEDUSA_PUBLISHABLE_KEY'], of('storefront')['MEDUSA_PUBLISHABLE_KEY'])
})

t.test('an internet-facing container has no Admin API key and no secret of Medusa', async (t) => {
  const holders = (name: string) =>
    Object.keys(compose.services).filter((service) =>
      Object.values(compose.services[service]?.environment ?? {}).some((value) => value.includes(`{${name}:`)),
    )
  t.same(holders('MEDUSA_ADMIN_KEY'), ['prepare', 'seed', 'operator'])
  t.same(holders('MEDUSA_ADMIN_TOKEN'), ['operator'])
  t.same(holders('MEDUSA_SECRET'), ['medusa', 'prepare', 'seed'])
  t.same(holders('SECRET'), ['storefront', 'operator'], 'nor does Medusa know the secret of the storefront')
  t.same(holders('POSTGRES_PASSWORD'), ['postgres'], 'and nobody is the superuser of the databases')
  t.same(holders('MEDUSA_DATABASE_PASSWORD'), ['medusa', 'prepare', 'seed', 'postgres'])
  for (const name of ['proxy', 'balancer', 'postgres', 'redis'])
    t.notMatch(JSON.stringify(compose.services[name]), 'ADMIN_KEY')
})

t.test('the storefront and Medusa have a database, a role and a password each', async (t) => {
  const medusa = 'postgres://medusa:of_medusa@postgres:5432/medusa'
  const storefront = 'postgres://storefront:of_the_storefront@postgres:5432/storefront'
  const urls = { storefront, operator: storefront, medusa, prepare: medusa, seed: medusa }
  for (const [name, url] of Object.entries(urls)) t.equal(environmentOf(name)['DATABASE_URL'], url, name)
  const { configs = [], environment = {} } = compose.services['postgres'] ?? {}
  t.match(configs, [{ source: 'databases', target: '/docker-entrypoint-initdb.d/databases.sql' }])
  for (const [, name = ''] of configOf('databases').matchAll(/^\\getenv \w+ (\w+)$/gm))
    t.equal(environment[name], `\${${name}:?}`, `the script reads ${name}`)
})

t.test('a container may do and reach only what it needs', async (t) => {
  for (const [name, service] of Object.entries(compose.services)) {
    t.match(service, { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }, name)
    t.same(service.cap_add, name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined, name)
    if (service.build) t.ok(service.tmpfs?.includes('/tmp'), name)
    for (const { source } of service.configs ?? []) t.ok(configOf(source), `${source} is a file`)
  }
  const members = (network: string) =>
    Object.keys(compose.services).filter((name) => compose.services[name]?.networks?.includes(network))
  t.same(members('edge'), ['proxy', 'balancer'])
  t.same(members('shop'), ['balancer', 'storefront', 'medusa', 'operator'])
  t.same(members('data'), ['storefront', 'medusa', 'prepare', 'seed', 'operator', 'postgres', 'redis'])
  t.same(compose.networks['data'], { internal: true })
  for (const name of ['postgres', 'redis']) {
    t.same(compose.services[name]?.networks, ['data'])
    t.equal(compose.services[name]?.user, name, 'starts without root')
  }
})

t.test('the operator and seed containers start on request only', async (t) => {
  const { operator, seed, prepare } = compose.services
  t.ok(operator?.profiles?.length && seed?.profiles?.length, 'neither starts with the shop')
  t.same(operator?.entrypoint, ['npm', 'run', '--silent'])
  t.match(loadStaffConfig(environmentOf('operator')), { url: 'http://medusa:9000', key: 'sk_1' })
  t.match(loadConfig(environmentOf('operator')), { backend: { url: 'http://medusa:9000' } })
  t.notMatch(JSON.stringify(prepare?.command), 'seed')
  for (const [, script = ''] of JSON.stringify([prepare, seed]).matchAll(/(?<=[" ])([\w-]+\.js)/g))
    t.ok(existsSync(join(ROOT, 'commerce/src/scripts', script)), script)
})

t.test('every service has an image and waits for the health only of services with a health check', async (t) => {
  for (const [name, { image, build, depends_on: waits = {}, volumes = [] }] of Object.entries(compose.services)) {
    t.ok(image || build, name)
    const dockerfile = build?.dockerfile ?? 'Dockerfile'
    if (build) t.ok(existsSync(join(ROOT, dockerfile)), dockerfile)
    for (const [other, { condition }] of Object.entries(waits)) {
      const service = compose.services[other]
      const hasHealthcheck = service?.healthcheck ?? (service?.build && /^HEALTHCHECK/m.test(dockerfileOf(service)))
      const isKnown = condition !== 'service_healthy' || hasHealthcheck
      t.ok(service && isKnown, `${name} waits for ${other}`)
    }
    for (const volume of volumes) t.ok((volume.split(':')[0] ?? '') in compose.volumes, volume)
  }
})

t.test('an operator names every image by digest', async (t) => {
  for (const [name, { image, build }] of Object.entries(compose.services)) {
    const setting = build ? 'NODE_IMAGE' : `${PROGRAMS[name] ?? name.toUpperCase()}_IMAGE`
    const digest = `example@sha256:${'0'.repeat(64)}`
    t.equal(fill(build?.args['NODE_IMAGE'] ?? image ?? '', { [setting]: digest }), digest, name)
  }
  for (const file of ['Dockerfile', 'commerce/Dockerfile']) {
    const images = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    t.same(new Set(images), new Set(['${NODE_IMAGE}']), file)
  }
})

t.test('the user of the Medusa image may write to the volume of uploads', async (t) => {
  const text = readFileSync(join(ROOT, 'commerce/Dockerfile'), 'utf8')
  const [, folder = ''] = /^ENV .*UPLOADS_DIR=(\S+)/m.exec(text) ?? []
  t.match(folder, /^\//)
  t.match(text, `RUN mkdir ${folder} && chown node:node ${folder}\nUSER node\nVOLUME ${folder}\n`)
  t.same(compose.services['medusa']?.volumes, [`uploads:${folder}`], 'for all Medusas the same')
  t.equal(environmentOf('medusa')['MEDUSA_BACKEND_URL'], environmentOf('storefront')['MEDUSA_URL'])
})

t.test('every file that the Dockerfiles copy exists', async (t) => {
  for (const file of ['Dockerfile', 'commerce/Dockerfile']) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, paths = ''] of text.matchAll(/^COPY (?!--from)(.+)$/gm)) {
      for (const source of paths.split(' ').slice(0, -1)) t.ok(existsSync(join(ROOT, source)), `${file}: ${source}`)
    }
  }
})

function configOf(name: string): string {
  return readFileSync(join(ROOT, compose.configs[name]?.file ?? ''), 'utf8')
}

function dockerfileOf({ build }: Service): string {
  return readFileSync(join(ROOT, build?.dockerfile ?? 'Dockerfile'), 'utf8')
}
