import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'
import { parse } from 'yaml'

import { loadConfig } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')

interface Service {
  image?: string
  build?: string | { context: string; dockerfile: string }
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  configs: Record<string, { content: string }>
}

const GIVEN: Record<string, string> = {
  SECRET: 'a secret of at least thirty-two letters',
  POSTGRES_PASSWORD: 'word',
  MEDUSA_ADMIN_KEY: 'sk_1',
}

const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as Compose

/** Settings that the storefront's image, or the composition's own Medusa, leaves nobody to say. */
const SETTLED = new Set([
  'HOST',
  'PORT',
  'DATA_DIR',
  'CONTENT_DIR',
  'DRAIN_SECONDS',
  'BACKEND_PRICE_UNIT',
  'COMMERCE_PORT',
  'COMMERCE_DATABASE_PORT',
  'COMMERCE_DATABASE_URL',
])
/** What only Medusa may know of the account at PayPal. */
const MEDUSAS = new Set(['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'])

/** A variable; its default holds no other, or that one is filled in first. */
const VARIABLE = /\$\{([A-Z_]+)(?::[-?]([^${}]*))?\}/g

/** What an operator's file `.env` and the defaults make of a text. */
function fill(text: string, given = GIVEN): string {
  const filled = text.replaceAll(VARIABLE, (_, name: string, rest: string | undefined) => given[name] || (rest ?? ''))
  return filled === text ? text : fill(filled, given)
}

/** What a container is given. @param given what stands in `.env` */
function environmentOf(service: string, given = GIVEN): Record<string, string> {
  const { environment = {} } = compose.services[service] ?? {}
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, given)]))
}

function settingsIn(file: string, pattern: RegExp): string[] {
  return [...new Set([...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name))]
}

t.test('the storefront of the composition starts with the settings that it is given', async (t) => {
  const environment = environmentOf('storefront')
  const config = loadConfig(environment)
  t.match(config, { trustProxy: 1, redisUrl: 'redis://redis:6379', backend: { url: 'http://medusa:9000' } })
  t.equal(config.publicUrl, 'http://localhost:8080')
  t.equal(environmentOf('storefront', { ...GIVEN, HTTP_PORT: '9090' })['PUBLIC_URL'], 'http://localhost:9090')
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  for (const name of Object.keys(environment)) t.match(readme, `\`${name}\``, `${name} is a setting`)
})

t.test('what PayPal tells of payments gets past the storefronts to Medusa', async (t) => {
  t.match(compose.configs['caddyfile']?.content, /^ *reverse_proxy \/hooks\/payment\/\* medusa:9000$/m)
})

t.test('whatever an operator says in .env arrives where it is read', async (t) => {
  const storefronts = settingsIn('src/server/config.ts', /^ {2}([A-Z_]+): Type\./gm)
  const medusas = settingsIn('commerce/medusa-config.js', /\b(?:env\[|setting\()'([A-Z_]+)'/g)
  t.ok(storefronts.length > 20 && medusas.length > 5, 'the settings are found')
  const read = {
    storefront: storefronts.filter((name) => !SETTLED.has(name) && !MEDUSAS.has(name)),
    medusa: [...medusas, 'STOREFRONT_URL'],
    prepare: medusas,
  }
  for (const [service, names] of Object.entries(read)) {
    const { environment = {} } = compose.services[service] ?? {}
    t.same(Object.keys(environment).toSorted(), names.toSorted(), service)
    const said = Object.keys(environment).filter((name) => environment[name]?.startsWith('${'))
    const given = Object.fromEntries(said.map((name) => [name, `the ${name}`]))
    t.match(environmentOf(service, given), given)
  }
})

t.test('both halves have the same secret, the same Redis and the same key', async (t) => {
  const of = (name: string) => compose.services[name]?.environment ?? {}
  for (const name of ['SECRET', 'REDIS_URL', 'DATABASE_URL']) {
    t.equal(of('medusa')[name], of('storefront')[name])
    t.equal(of('prepare')[name], of('medusa')[name])
  }
  const { command = [] } = compose.services['prepare'] as { command?: string[] }
  t.ok(command.join(' ').includes(of('storefront')['MEDUSA_PUBLISHABLE_KEY'] ?? '—'))
})

t.test(
  'every part is made of something, and waits for parts that there are and that say when they are ready',
  async (t) => {
    for (const [name, { image, build, depends_on: waits = {}, volumes = [] }] of Object.entries(compose.services)) {
      t.ok(image || build, name)
      const dockerfile = typeof build === 'object' ? build.dockerfile : 'Dockerfile'
      if (build) t.ok(existsSync(join(ROOT, dockerfile)), dockerfile)
      for (const [other, { condition }] of Object.entries(waits)) {
        const service = compose.services[other]
        const saysSo = service?.healthcheck ?? (service?.build && /^HEALTHCHECK/m.test(dockerfileOf(service)))
        t.ok(service && (condition === 'service_completed_successfully' || saysSo), `${name} waits for ${other}`)
      }
      for (const volume of volumes) t.ok((volume.split(':')[0] ?? '') in compose.volumes, volume)
    }
  },
)

t.test('what the images are made of is there', async (t) => {
  for (const file of ['Dockerfile', 'commerce/Dockerfile']) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, words = ''] of text.matchAll(/^COPY (?!--from)(.+)$/gm)) {
      for (const source of words.split(' ').slice(0, -1)) t.ok(existsSync(join(ROOT, source)), `${file}: ${source}`)
    }
  }
})

function dockerfileOf({ build }: Service): string {
  return readFileSync(join(ROOT, typeof build === 'object' ? build.dockerfile : 'Dockerfile'), 'utf8')
}
