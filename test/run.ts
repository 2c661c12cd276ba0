/**
 * `npm test`: looks at the project, prepares a shop, and runs every test; `npm test -- test/shared` runs a part.
 * `npm run lint` is its first half (`--checks`).
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { endLeftovers } from '#test/runner/leftovers.ts'
import { sharedBackend } from '#test/runner/shared-backend.ts'
import {
  checks,
  commerceChecks,
  filesUnder,
  hasCommerce,
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
const options: StepOptions = { say, signal: abort.signal, env }

let failed: string | undefined
const stops: Step['stop'][] = []
try {
  for (const steps of plan()) {
    const missed = await performAtOnce(steps)
    if (missed.length > 0) failed = [failed, ...missed.map(({ name }) => name)].filter(Boolean).join(', ')
    // What only looks lets the others speak, so that one run tells everything.
    if (abort.signal.aborted || missed.some(({ isNeeded }) => isNeeded)) break
  }
} catch (error) {
  failed = error instanceof Error ? error.message : String(error)
} finally {
  for (const stop of stops) await stop?.()
  const left = await endLeftovers(`TEST_RUN=${mark}`, abort.signal.aborted ? 3_000 : 1_000)
  for (const { pid, command } of left) say(`ended a process that was left behind: ${pid} ${command}`)
  if (left.length > 0) failed ??= 'no process left behind'
  await clearAbandoned()
}

const seconds = Math.round((performance.now() - started) / 1000)
if (abort.signal.aborted) say(`stopped after ${seconds} s`)
else say(failed ? `not in order after ${seconds} s: ${failed}` : `all in order after ${seconds} s`)
process.exitCode = failed || abort.signal.aborted ? 1 : 0

/** @returns one after another what is done at once */
function plan(): Step[][] {
  if (args.includes('--checks')) return inTurn(checks(options), hasCommerce() ? commerceChecks(options) : [])
  const all = filesUnder(paths.length > 0 ? paths : ['test'])
  const selling = all.filter((file) => needsShop(file))
  const others = all.filter((file) => !selling.includes(file))
  if (paths.length > 0 && selling.length === 0) return [[tests(options, 'tests', others)]]
  const shop = sharedBackend(options)
  if (paths.length > 0) return [...inTurn(preparations(options)), [shop], [tests(options, 'tests', all)]]
  return [
    ...inTurn(checks(options), preparations(options)),
    // A bare machine installs the backend for more than a minute: what needs none is tested meanwhile.
    [shop, tests(options, 'tests without a shop', others)],
    ...inTurn(commerceChecks(options)),
    [tests(options, 'tests', selling)],
  ]
}

function inTurn(...steps: Step[][]): Step[][] {
  return steps.flat().map((step) => [step])
}

/** @returns the steps that are not in order */
async function performAtOnce(steps: Step[]): Promise<Step[]> {
  for (const { stop } of steps) stops.unshift(stop)
  const fine = await Promise.all(steps.map(perform))
  return steps.filter((_, index) => !fine[index])
}

async function perform(step: Step): Promise<boolean> {
  say(`${step.name}…`)
  const begun = performance.now()
  const fine = await step.run()
  say(`${step.name}: ${fine ? 'fine' : 'NOT in order'} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
  return fine
}

function say(line: string): void {
  console.log(`── ${line}`)
}
