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

/** What an operator's file `.env` and the defaults make of a text. */
function fill(text: string): string {
  return text.replaceAll(
    /\$\{([A-Z_]+)(?::[-?]([^}]*))?\}/g,
    (_, name: string, rest: string | undefined) => GIVEN[name] ?? rest ?? '',
  )
}

t.test('the storefront of the composition starts with the settings that it is given', async (t) => {
  const { environment = {} } = compose.services['storefront'] ?? {}
  const config = loadConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)])))
  t.match(config, { trustProxy: 1, redisUrl: 'redis://redis:6379', backend: { url: 'http://medusa:9000' } })
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  for (const name of Object.keys(environment)) t.match(readme, `\`${name}\``, `${name} is a setting`)
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
