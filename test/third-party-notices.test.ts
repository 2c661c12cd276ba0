import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { version: string; dev?: boolean }>
}
const shipped = Object.entries(packages).flatMap(([path, { version, dev }]) =>
  path === '' || dev ? [] : [{ path, name: path.replace(/^.*node_modules\//, ''), version }],
)
const notices = spawnSync(process.execPath, ['src/dev/write-notices.ts'], { cwd: ROOT, encoding: 'utf8' })

t.test('the notices name every package of the storefront with the text of its license', async (t) => {
  t.equal(notices.status, 0, notices.stderr)
  const [, ...parts] = notices.stdout.split(/\n─{80}\n/)
  const texts = new Map<string, string>()
  for (let index = 0; index < parts.length; index += 2)
    for (const line of parts[index]?.split('\n') ?? []) texts.set(line.replace(/ \(.*\)$/, ''), parts[index + 1] ?? '')
  const installed = shipped.filter(({ path }) => existsSync(join(ROOT, path)))
  t.ok(installed.length > 300)
  for (const { name, version } of installed) {
    const text = texts.get(`${name} ${version}`) ?? ''
    t.ok(text.length > 200 && /licen[cs]e|permission|copyright/i.test(text), `${name} ${version}: ${text.slice(0, 50)}`)
  }
  t.ok(texts.get(`fastify ${versionOf('fastify')}`)?.includes(read('node_modules/fastify/LICENSE').trim()))
  t.notOk(texts.has(`oxlint ${versionOf('oxlint')}`), 'and no package of development')
})

t.test('the images contain the notices and the list of components', async (t) => {
  t.match(read('Dockerfile'), 'RUN npm run build && npm run notices')
  for (const file of ['Dockerfile', 'commerce/Dockerfile'])
    t.match(read(file), 'npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json')
})

function versionOf(name: string): string {
  return packages[`node_modules/${name}`]?.version ?? ''
}
