/**
 * `npm test`: checks the project, prepares a shop, and runs every test; `npm test -- test/shared` runs a part.
 * `npm run check` runs the checks only (`--checks`), `npm run test:unit` the tests that need no backend and no browser.
 * `npm run test:watch -- test/shared` repeats a part at every change.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { endLeftovers } from '#test/runner/leftovers.ts'
import { runOnChange } from '#test/runner/run-on-change.ts'
import {
  checks,
  commerceChecks,
  FEW,
  filesUnder,
  hasCommerce,
  IN_DEVELOPMENT,
  isUnit,
  needsShop,
  preparations,
  TAP,
  tests,
  type Step,
  type StepOptions,
} from '#test/runner/steps.ts'
import { openCatalog } from '#test/server/catalog/open-catalog.ts'
import { COMMERCE_POOL, startCommercePool } from '#test/support/commerce-pool.ts'
import {
  clearAbandoned,
  SHARED_COMMERCE,
  SHARED_SHOP,
  startTestCommerce,
  withCalls,
  type Backend,
  type BackendFacts,
} from '#test/support/commerce.ts'
import { prepareShop, shopEnvironment } from '#test/support/open-shop.ts'
import { startShopProcess } from '#test/support/shop-process.ts'

const started = performance.now()
const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('-'))
if (args.includes('--watch') && paths.length === 0) {
  console.error('npm run test:watch -- <file or folder>…: which tests?')
  process.exit(1)
}
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error(signal)))

// Inherited by every process of this run, to find leftover processes.
const mark = randomBytes(8).toString('hex')
const env: Record<string, string> = {
  TEST_RUN: mark,
  // Hundreds of processes load the same modules, so they share the compile cache.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compiled'),
}
const options: StepOptions = { log: print, signal: abort.signal, env }

let failed: string | undefined
const stops: Step['stop'][] = []
try {
  for (const steps of plan()) {
    const failedSteps = await performAtOnce(steps)
    if (failedSteps.length > 0) failed = [failed, ...failedSteps.map(({ name }) => name)].filter(Boolean).join(', ')
    // A failed check does not stop the run, so that one run reports everything.
    if (abort.signal.aborted || failedSteps.some(({ isNeeded }) => isNeeded)) break
  }
  if (args.includes('--watch')) await runOnChange(options, stepsOfChange, perform)
} catch (error) {
  failed = error instanceof Error ? error.message : String(error)
} finally {
  for (const stop of stops) await stop?.()
  const left = await endLeftovers(`TEST_RUN=${mark}`, abort.signal.aborted ? 3_000 : 1_000)
  for (const { pid, command } of left) print(`ended a process that was left behind: ${pid} ${command}`)
  if (left.length > 0) failed ??= 'no process left behind'
  await clearAbandoned()
}

const seconds = Math.round((performance.now() - started) / 1000)
if (abort.signal.aborted) print(`stopped after ${seconds} s`)
else print(failed ? `not in order after ${seconds} s: ${failed}` : `all in order after ${seconds} s`)
process.exitCode = failed || abort.signal.aborted ? 1 : 0

function plan(): Step[][] {
  if (args.includes('--checks')) return [[...checks(options), ...(hasCommerce() ? commerceChecks(options) : [])]]
  // `npm run prove suites` runs the tests that take minutes.
  const all =
    paths.length > 0 ? filesUnder(paths) : filesUnder(['test']).filter((file) => !file.startsWith('test/prove/'))
  if (args.includes('--unit')) return [[tests(options, 'unit tests', all.filter(isUnit))]]
  const shopTests = all.filter((file) => needsShop(file))
  const others = all.filter((file) => !shopTests.includes(file))
  const [backend, shop] = sharedBackends(options, shopTests.length > FEW)
  const { build, findBrowsers } = preparations(options)
  if (paths.length > 0) {
    return [
      // Tests that need neither a build nor a backend do not wait for them.
      ...(others.length > 0 ? [[tests(options, 'tests without a shop', others)]] : []),
      ...(shopTests.length > 0 ? [[findBrowsers, build, backend], [shop], [tests(options, 'tests', shopTests)]] : []),
    ]
  }
  return [
    [findBrowsers, build],
    // On a fresh machine the backend takes more than a minute to install; what does without it runs meanwhile.
    [backend, ...checks(options), tests(options, 'tests without a shop', others)],
    [shop, ...commerceChecks(options)],
    [tests(options, 'tests', [...shopTests, ...IN_DEVELOPMENT])],
  ]
}

function stepsOfChange(round: StepOptions): Step[] {
  const files = filesUnder(paths)
  const { build } = preparations(round)
  return [...(files.some((file) => needsShop(file)) ? [build] : []), tests(round, 'tests', files)]
}

/** The backend, which needs no build, and what needs both. */
function sharedBackends({ env: testEnv, signal }: StepOptions, isWorthwhile: boolean): [backend: Step, shop: Step] {
  const stopEach: (() => Promise<unknown>)[] = []
  const backend = {
    name: 'commerce backend',
    isNeeded: true,
    async run() {
      const commerce = await startTestCommerce({ name: 'shared', signal })
      stopEach.push(commerce.stop)
      return true
    },
    async stop() {
      for (const stop of stopEach.toReversed()) await stop()
    },
  }
  const shop = {
    name: 'sample shop',
    isNeeded: true,
    async run() {
      // The backend that is running.
      const commerce = await startTestCommerce({ name: 'shared' })
      let facts: BackendFacts = commerce
      if (isWorthwhile) {
        const { medusaUrl: baseUrl, publishableKey, dataDir, databaseUrl } = commerce
        const reader = await openCatalog({ baseUrl, publishableKey, dataDir, databaseUrl, refreshSeconds: 3600 })
        stopEach.push(reader.close)
        facts = { ...commerce, catalogDir: join(dataDir, 'catalog') }
        const server = startSharedShop(withCalls(facts))
        stopEach.push(() => server.stop())
        testEnv[SHARED_SHOP] = await server.ready()
      }
      // The databases of the pool are on the server of the shared backend, which this process has to know too.
      testEnv[SHARED_COMMERCE] = process.env[SHARED_COMMERCE] = JSON.stringify(facts)
      if (isWorthwhile) testEnv[COMMERCE_POOL] = await startCommercePool(TAP.jobs, signal, stopEach)
      return true
    },
  }
  return [backend, shop]
}

function startSharedShop(commerce: Backend) {
  const shopEnv = { ...shopEnvironment(commerce, 'shared-shop'), TRUST_PROXY: 'loopback', NODE_ENV: 'production' }
  prepareShop(commerce, shopEnv)
  return startShopProcess({ teardown: () => undefined }, { env: shopEnv })
}

async function performAtOnce(steps: Step[]): Promise<Step[]> {
  for (const { stop } of steps) stops.unshift(stop)
  const fine = await Promise.all(steps.map(perform))
  return steps.filter((_, index) => !fine[index])
}

async function perform(step: Step): Promise<boolean> {
  print(`${step.name}…`)
  const begun = performance.now()
  const fine = await step.run()
  print(`${step.name}: ${fine ? 'fine' : 'NOT in order'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
  return fine
}

function print(line: string): void {
  console.log(`── ${line}`)
}
