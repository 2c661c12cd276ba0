/**
 * `npm test`: looks at the project, prepares a shop, and runs every test; `npm test -- test/shared` runs a part.
 * `npm run check` runs the static checks (`--checks`), `npm run test:unit` the tests that need no backend and no browser.
 * `npm run test:watch -- test/shared` runs a part again at every change.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { endLeftovers } from '#test/runner/leftovers.ts'
import { runOnChange } from '#test/runner/run-on-change.ts'
import { sharedBackend } from '#test/runner/shared-backend.ts'
import {
  checks,
  commerceChecks,
  filesUnder,
  hasCommerce,
  IN_DEVELOPMENT,
  isUnit,
  needsShop,
  preparations,
  tests,
  type Step,
  type StepOptions,
} from '#test/runner/steps.ts'
import { clearAbandoned } from '#test/support/commerce.ts'

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

// Inherited by every process of this run, so that none can be left behind unseen.
const mark = randomBytes(8).toString('hex')
const env: Record<string, string> = {
  TEST_RUN: mark,
  // Hundreds of processes read the same modules: each is compiled once.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compiled'),
}
const options: StepOptions = { log: print, signal: abort.signal, env }

let failed: string | undefined
const stops: Step['stop'][] = []
try {
  for (const steps of plan()) {
    const missed = await performAtOnce(steps)
    if (missed.length > 0) failed = [failed, ...missed.map(({ name }) => name)].filter(Boolean).join(', ')
    // What only looks lets the others speak, so that one run tells everything.
    if (abort.signal.aborted || missed.some(({ isNeeded }) => isNeeded)) break
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

/** @returns one after another what is done at once */
function plan(): Step[][] {
  if (args.includes('--checks')) return inOrder(checks(options), hasCommerce() ? commerceChecks(options) : [])
  const all = filesUnder(paths.length > 0 ? paths : ['test'])
  if (args.includes('--unit')) return [[tests(options, 'unit tests', all.filter(isUnit))]]
  const selling = all.filter((file) => needsShop(file))
  const others = all.filter((file) => !selling.includes(file))
  const shop = sharedBackend(options)
  if (paths.length > 0) {
    return [
      // What needs neither a build nor a backend does not wait for them.
      ...(others.length > 0 ? [[tests(options, 'tests without a shop', others)]] : []),
      ...(selling.length > 0 ? [...inOrder(preparations(options)), [shop], [tests(options, 'tests', selling)]] : []),
    ]
  }
  return [
    ...inOrder(checks(options), preparations(options)),
    // A bare machine installs the backend for more than a minute: what needs none is tested meanwhile.
    [shop, tests(options, 'tests without a shop', others)],
    ...inOrder(commerceChecks(options)),
    [tests(options, 'tests', [...selling, ...IN_DEVELOPMENT])],
  ]
}

/** After a change: the pages are built anew for tests that open them, and the backend stays. */
function stepsOfChange(round: StepOptions): Step[] {
  const files = filesUnder(paths)
  const [build] = preparations(round)
  return [...(build && files.some((file) => needsShop(file)) ? [build] : []), tests(round, 'tests', files)]
}

function inOrder(...steps: Step[][]): Step[][] {
  return steps.flat().map((step) => [step])
}

/** @returns the steps that are not in order */
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
