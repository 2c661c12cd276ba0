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

t.test('the list of components names every package of the storefront, in CycloneDX', async (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/dev/write-sbom.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: { purl: string }[] }
  t.equal(bomFormat, 'CycloneDX')
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))))
  for (const { name, version } of shipped) t.ok(listed.has(`${name}@${version}`), `${name}@${version}`)
  t.notOk(listed.has(`oxlint@${versionOf('oxlint')}`), 'and no package of development')
})

t.test('the images contain both', async (t) => {
  t.match(read('Dockerfile'), 'RUN npm run build && npm run sbom')
  t.match(scriptOf('sbom'), /write-sbom\.ts > dist\/sbom\.cdx\.json .* > dist\/third-party-notices\.txt$/)
  t.match(read('commerce/Dockerfile'), /RUN cd commerce && node \.\.\/src\/dev\/write-sbom\.ts > sbom\.cdx\.json/)
})

function versionOf(name: string): string {
  return packages[`node_modules/${name}`]?.version ?? ''
}

function scriptOf(name: string): string {
  return (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts[name] ?? ''
}
