import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const BASE = 'ops/kubernetes/base'
const OVERLAY = 'ops/kubernetes/overlays/example'

interface Variable {
  name: string
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } }
}

interface Container {
  name: string
  command?: string[]
  env?: Variable[]
  envFrom?: { configMapRef: { name: string } }[]
  securityContext: object
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  volumeMounts: { name: string; mountPath: string }[]
}

interface Probe {
  httpGet: { path: string; port: string }
}

interface PodSpec {
  containers: Container[]
  securityContext: object
  enableServiceLinks?: boolean
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  volumes: { name: string }[]
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: { template?: { spec: PodSpec }; jobTemplate?: { spec: { template: { spec: PodSpec } } } }
}

interface Kustomization {
  resources: string[]
  configMapGenerator: { name: string; envs?: string[]; literals?: string[] }[]
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const kustomizationOf = (folder: string) => parse(read(`${folder}/kustomization.yaml`)) as Kustomization
const filesOf = (folder: string): string[] =>
  kustomizationOf(folder).resources.flatMap((path) => (path.endsWith('.yaml') ? `${folder}/${path}` : []))

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Manifest)
}

const manifests = [...filesOf(BASE), ...filesOf(OVERLAY)].flatMap((path) => manifestsIn(read(path)))

const podOf = ({ spec }: Manifest): PodSpec | undefined => (spec.template ?? spec.jobTemplate?.spec.template)?.spec
const pods = manifests.flatMap((manifest) => {
  const pod = podOf(manifest)
  const [container] = pod?.containers ?? []
  return pod && container ? [{ name: manifest.metadata.name, kind: manifest.kind, pod, container }] : []
})

function podNamed(name: string) {
  const found = pods.find((one) => one.name === name)
  if (!found) throw new Error(`there are no pods of ${name}`)
  return found
}

function configMap(name: string): Record<string, string> {
  const lines = [BASE, OVERLAY].flatMap((folder) =>
    kustomizationOf(folder)
      .configMapGenerator.filter((one) => one.name === name)
      .flatMap(({ envs = [], literals = [] }) => [
        ...envs.flatMap((file) => read(`${folder}/${file}`).split('\n')),
        ...literals,
      ]),
  )
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, key = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
      return key ? [[key, value]] : []
    }),
  )
}

const secretsOf = ({ container }: { container: Container }) =>
  (container.env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? 'a value')
const settingsOf = (one: { container: Container }): string[] => [
  ...(one.container.envFrom ?? []).flatMap(({ configMapRef: { name } }) => Object.keys(configMap(name))),
  ...(one.container.env ?? []).map(({ name }) => name),
]

function schemaErrors(documents: readonly Manifest[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lumenite-manifests-'))
  try {
    const require = createRequire(import.meta.url)
    const types = dirname(require.resolve('kubernetes-types/package.json'))
    for (const [index, document] of documents.entries()) {
      const { apiVersion, kind } = document
      const module = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io/', '/')
      const source = `import type { ${kind} } from 'kubernetes-types/${module}'\nexport const manifest: ${kind} = ${JSON.stringify(document, null, 2)}\n`
      writeFileSync(join(folder, `${String(index).padStart(3, '0')}-${kind}-${document.metadata.name}.ts`), source)
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      types: [],
      module: 'preserve',
      paths: { 'kubernetes-types/*': [`${types}/*`] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['--project', folder], { encoding: 'utf8' })
    return stdout.split('\n').filter((line) => line.includes('error TS'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

t.test('Kubernetes knows every field of the manifests', async (t) => {
  t.ok(manifests.length > 15)
  t.same(schemaErrors(manifests), [])
  const misspelled = [
    [/readOnlyRootFilesystem/g, 'readOnlyRootFileSystem', 'Deployment-storefront'],
    [/minAvailable/, 'minAvailabe', 'PodDisruptionBudget-storefront'],
    [/averageUtilization: 70/, "averageUtilization: '70'", 'HorizontalPodAutoscaler-storefront'],
    [/maxReplicas: \d+/, '', 'HorizontalPodAutoscaler-storefront'],
  ] as const
  const text = read(`${BASE}/storefront.yaml`)
  const errors = schemaErrors(misspelled.flatMap(([field, wrong]) => manifestsIn(text.replace(field, wrong))))
  t.equal(errors.length, misspelled.length, errors.join('\n'))
  for (const [index, [field, , where]] of misspelled.entries()) t.match(errors[index], where, String(field))
})

t.test('kustomize builds the example', { skip: hasKubectl() ? false : 'kubectl is not installed' }, async (t) => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(ROOT, OVERLAY)], { encoding: 'utf8' })
  t.equal(status, 0, stderr)
  const built = manifestsIn(stdout)
  const names = (list: readonly Manifest[]) => list.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()
  t.same(names(built.filter(({ kind }) => kind !== 'ConfigMap')), names(manifests))
  t.same(schemaErrors(built), [])
})

t.test('every file of the base and the example is used', async (t) => {
  for (const folder of [BASE, OVERLAY]) {
    const { resources, configMapGenerator } = kustomizationOf(folder)
    const used = [...resources, ...configMapGenerator.flatMap(({ envs = [] }) => envs), 'kustomization.yaml']
    for (const file of readdirSync(join(ROOT, folder))) t.ok(used.includes(file), `${folder}/${file}`)
    for (const file of used) t.ok(existsSync(join(ROOT, folder, file)), `${folder}/${file}`)
  }
})

t.test('every variable of a pod is a setting that configuration.md knows', async (t) => {
  const [storefront = '', medusa = ''] = read('docs/configuration.md').split('## Settings of Medusa')
  const known = (text: string) => [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name)
  // The prepare Job also gives Medusa the keys, and PORT and HOST are those of the image.
  const ofMedusa = [...known(storefront), ...known(medusa)]
  t.ok(pods.length >= 5)
  for (const one of pods) {
    const isMedusa = JSON.stringify(one.container).includes('lumenite-medusa')
    for (const name of settingsOf(one))
      t.ok((isMedusa ? ofMedusa : known(storefront)).includes(name), `${one.name}: ${name}`)
    for (const { name, valueFrom } of one.container.env ?? [])
      t.equal(valueFrom?.secretKeyRef?.key, name, `${one.name}: ${name} comes from a Secret`)
  }
})

t.test('Kubernetes and Docker Compose give the same settings', async (t) => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; command?: string[] }>
  }
  for (const name of ['storefront', 'medusa']) {
    const environment = services[name]?.environment ?? {}
    const settings = configMap(name)
    for (const [setting, value] of Object.entries(environment)) {
      const isFixed = !value.includes('$') && !value.includes('redis:')
      // A Service of Kubernetes leads to ready pods only, so no balancer is needed there.
      const expected = value.replace('//balancer:', '//medusa:')
      if (isFixed) t.equal(settings[setting], expected, `${name}: ${setting}`)
      // Required by compose.yaml, as a password or as a part of an address.
      if (value.includes(':?}')) t.ok(secretsOf(podNamed(name)).includes(setting), `${name}: ${setting} is a secret`)
    }
  }
  t.same(podNamed('prepare').container.command, services['prepare']?.command)
  const ofPrepare = settingsOf(podNamed('prepare'))
  const merged = Object.entries(services['prepare']?.environment ?? {})
  for (const [setting, value] of merged)
    if (value.includes(':?}')) t.ok(ofPrepare.includes(setting), `prepare: ${setting}`)
})

t.test('no secret is in a manifest, and no internet-facing pod has the key of the Admin API', async (t) => {
  for (const name of ['storefront', 'medusa'])
    for (const setting of Object.keys(configMap(name))) t.notMatch(setting, /SECRET|KEY|TOKENS|DATABASE|REDIS|SMTP_URL/)
  t.notOk(manifests.some(({ kind }) => kind === 'Secret'))
  const holders = (setting: string) => pods.filter((one) => settingsOf(one).includes(setting)).map(({ name }) => name)
  t.same(holders('MEDUSA_ADMIN_KEY').toSorted(), ['payments-orphaned', 'prepare'])
  t.same(holders('MEDUSA_SECRET').toSorted(), ['medusa', 'prepare'])
  t.notOk(holders('SECRET').some((name) => ['medusa', 'prepare'].includes(name)))
})

t.test('the Ingress of the example leads no internal path to a pod', async (t) => {
  interface Path {
    path: string
    pathType: string
    backend: { service: { name: string } }
  }
  const [ingress] = manifests.filter(({ kind }) => kind === 'Ingress') as unknown as {
    spec: { rules: { http: { paths: Path[] } }[] }
  }[]
  const paths = ingress?.spec.rules.flatMap(({ http }) => http.paths) ?? []
  for (const internal of ['/readyz', '/metrics', '/api/_internal'])
    t.match(
      paths.find(({ path }) => path === internal),
      { pathType: 'Prefix', backend: { service: { name: 'closed' } } },
      internal,
    )
  const closed = manifests.find(({ kind, metadata: { name } }) => kind === 'Service' && name === 'closed')
  t.ok(closed && !('selector' in closed.spec), 'the Service has no pods')
})

t.test('every pod meets the restricted Pod Security Standard, with a read-only file system', async (t) => {
  for (const { name, pod, container } of pods) {
    t.match(pod.securityContext, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, name)
    t.match(pod, { automountServiceAccountToken: false, enableServiceLinks: false }, name)
    t.match(
      container.securityContext,
      { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      name,
    )
    const mounted = container.volumeMounts.map((mount) => mount.name)
    t.same(mounted.toSorted(), pod.volumes.map((volume) => volume.name).toSorted(), name)
  }
  const mounts = (name: string) => podNamed(name).container.volumeMounts.map(({ mountPath }) => mountPath)
  t.same(mounts('storefront'), [configMap('storefront')['DATA_DIR'], '/tmp'])
  t.same(mounts('medusa'), [configMap('medusa')['UPLOADS_DIR'], '/tmp'])
})

t.test('a pod has the time to drain and to finish its longest response', async (t) => {
  const { pod, container } = podNamed('storefront')
  const [, longest = ''] = /MAX_RESPONSE_MS = ([\d_]+)/.exec(read('src/server/main/serve-shop.ts')) ?? []
  const needed = Number(configMap('storefront')['DRAIN_SECONDS']) + Number(longest.replace('_', '')) / 1000
  t.ok(needed >= 40 && (pod.terminationGracePeriodSeconds ?? 0) > needed, `${needed} s`)
  t.match(container, {
    startupProbe: { httpGet: { path: '/readyz' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
  })
})

t.test('the checks that operations.md names run as CronJobs', async (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, table = ''] =
    /Run these from cron\.(.*?)\n\n[^|]/s.exec(read('docs/operations.md').replace('\n\n|', '\n|')) ?? []
  const named = [...table.matchAll(/npm run ([a-z:]+)/g)].map(([, script = '']) => scripts[script] ?? '')
  const run = pods.flatMap(({ kind, container }) =>
    kind === 'CronJob' ? [(container.command ?? []).slice(0, 2).join(' ')] : [],
  )
  t.ok(named.length >= 2)
  t.same(run.toSorted(), named.toSorted())
})

function hasKubectl(): boolean {
  return spawnSync('kubectl', ['version', '--client']).status === 0
}
