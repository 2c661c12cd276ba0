import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { condenseTap } from './condense-tap.ts'
import { findChromium } from './find-chromium.ts'
import { findFirefox } from './find-firefox.ts'
import { runCommand } from './run-command.ts'

export interface Step {
  name: string
  run: () => Promise<boolean>
  isNeeded?: boolean
  stop?: () => Promise<void>
}

export interface StepOptions {
  log: (line: string) => void
  signal: AbortSignal
  env: Record<string, string>
}

const ROOT = join(import.meta.dirname, '../..')
interface Manifest {
  tap: { jobs: number; timeout: number; 'test-env': string[] }
  devDependencies: object
}

const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
/** The settings of tap. `jobs` is the number of test files that run at the same time. */
export const TAP = MANIFEST.tap
const FORMATTED = ['src', 'test', 'commerce', 'locales', 'server.ts', 'vite.config.ts']
const CODE = FORMATTED.filter((path) => !['commerce', 'locales'].includes(path))
const COMMERCE = 'commerce'
const LINT = ['-c', 'test/lint/oxlint.json', '--type-aware']

export function checks(options: StepOptions): Step[] {
  const tool = (name: string, command: string, ...args: string[]) => commandStep(options, name, bin(command), ...args)
  return [
    tool('types', 'tsc', '--noEmit'),
    tool('lint', 'oxlint', ...LINT, ...CODE),
    tool('format', 'oxfmt', '-c', 'test/lint/oxfmt.json', '--check', ...FORMATTED),
    tool('message catalogues', 'node', 'test/lint/check-catalogues.ts'),
    tool('content', 'node', 'src/dev/check-content.ts'),
    tool('checklist', 'node', 'test/checklist.ts', '--short'),
  ]
}

export function commerceChecks(options: StepOptions): Step[] {
  return [
    commandStep(options, 'types of the commerce backend', bin('tsc'), '--noEmit', '--project', COMMERCE),
    commandStep(options, 'lint of the commerce backend', bin('oxlint'), ...LINT, COMMERCE),
  ]
}

export function hasCommerce(): boolean {
  return existsSync(join(ROOT, COMMERCE, 'node_modules'))
}

export function preparations(options: StepOptions) {
  const { log, env, signal } = options
  // The build is for production, also if the tests run in development.
  const building = { ...options, env: { ...env, NODE_ENV: 'production' } }
  const vite = [bin('vite'), 'build', '--app', '--logLevel', 'warn']
  const build: Step = { ...commandStep(building, 'production build', process.execPath, ...vite), isNeeded: true }
  const findBrowsers: Step = {
    name: 'a Chromium',
    isNeeded: true,
    async run() {
      env['PLAYWRIGHT_CHROMIUM'] = await findChromium(log, signal)
      if (!findFirefox()) log('no Firefox here: the walks in it will not run; install firefox-esr for them')
      return true
    },
  }
  return { build, findBrowsers }
}

/**
 * The journey that also runs against the development server, in which React logs warnings, and the title of its test.
 * `npm run prove dev` runs all journeys.
 */
export const IN_DEVELOPMENT = ['development:test/journeys/step-through-checkout.test.ts:from.the.cart.to.the.order']

/** Files of a minute and more run first, so that no core is idle at the end. */
const LONGEST = [
  'test/commerce/dashboard.test.ts',
  'test/journeys/after-an-order.test.ts',
  'test/journeys/pay-by-paypal.test.ts',
  'test/server/cli/import/import-command.test.ts',
  'test/journeys/in-firefox.test.ts',
  'test/journeys/sign-in.test.ts',
  'test/server/cli/stranded-payments/one-order.test.ts',
  'test/journeys/meet-the-popups.test.ts',
  'test/journeys/pay-by-card.test.ts',
  ...IN_DEVELOPMENT,
  'test/journeys/step-through-checkout.test.ts',
  'test/commerce/order-events.test.ts',
  'test/journeys/older-browsers.test.ts',
  'test/server/catalog/catalog.test.ts',
  'test/journeys/own-account.test.ts',
  'test/commerce/paypal.test.ts',
  'test/journeys/pay-the-tax.test.ts',
]

/** For so few files, backends that files share take more time than they save, and no table of seconds is printed. */
export const FEW = 8
const COSTLIEST = 20
const CPU_SECONDS = join(ROOT, '.data/test/cpu-seconds.tsv')

/** Runs test files, some at a time, the longest first. No test is retried. */
export function tests({ env, signal, log }: StepOptions, name: string, files: string[]): Step {
  return {
    name: `${name}, ${files.length} files`,
    async run() {
      if (!(await buildTap({ env, signal }))) return false
      const sorted = files.toSorted((a, b) => rankOf(a) - rankOf(b)).map((path) => normalize(path))
      // A file that hangs may hide the verdict of another one, so the files that did not pass are listed.
      const notPassed = new Set(sorted)
      const show = (lines: AsyncIterable<string>) => condenseTap(lines, (file) => notPassed.delete(file))
      const runner = join(import.meta.dirname, 'run-files.ts')
      mkdirSync(dirname(CPU_SECONDS), { recursive: true })
      rmSync(CPU_SECONDS, { force: true })
      const code = await runCommand(process.execPath, [runner, ...sorted], {
        env: { ...env, TEST_CPU: CPU_SECONDS },
        signal,
        show,
      })
      if (files.length > FEW) log(`CPU seconds, seconds and file:\n${costliest()}`)
      if (code !== 0) log(`did not pass: ${[...notPassed].join(' ')}`)
      return code === 0
    },
  }
}

function costliest(): string {
  const lines = existsSync(CPU_SECONDS) ? readFileSync(CPU_SECONDS, 'utf8').trim().split('\n') : []
  return lines
    .toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .slice(0, COSTLIEST)
    .join('\n')
    .replaceAll(`${ROOT}/`, '')
}

/** Builds tap's plugins, which takes seconds, once after each installation of packages. */
async function buildTap(options: Pick<StepOptions, 'env' | 'signal'>): Promise<boolean> {
  const wanted = JSON.stringify([TAP, MANIFEST.devDependencies])
  const marker = join(ROOT, 'node_modules/.tap-built')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true
  const isBuilt = (await runCommand(bin('tap'), ['build'], options)) === 0
  if (isBuilt) writeFileSync(marker, wanted)
  return isBuilt
}

function rankOf(file: string): number {
  const rank = LONGEST.indexOf(file)
  return rank < 0 ? LONGEST.length : rank
}

const SHOPS = /test\/support\/(?:test-shop|commerce|shared-commerce|browser|postgres-server|paypal\/provider)\.ts$/

export function needsShop(file: string): boolean {
  return reaches(file, SHOPS)
}

const PROCESSES = /test\/support\/(?:chromium|shop-process|redis-server|haproxy)\.ts$/
const BUILD = /test\/support\/build-with\.ts$/

export function isUnit(file: string): boolean {
  return !needsShop(file) && !reaches(file, PROCESSES) && !reaches(file, BUILD)
}

function reaches(file: string, helper: RegExp, seen = new Set<string>()): boolean {
  if (helper.test(file)) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/ from '(#test\/[^']+|\.[^']+)'/g)
  return [...imports].some(([, path = '']) =>
    reaches(path.startsWith('#') ? join(ROOT, path.slice(1)) : join(dirname(file), path), helper, seen),
  )
}

export function filesUnder(paths: string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new Error(`There is no test at ${path}.`)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(path, name))
  })
}

function commandStep({ env, signal }: StepOptions, name: string, command: string, ...args: string[]): Step {
  return { name, run: async () => (await runCommand(command, args, { env, signal })) === 0 }
}

function bin(name: string): string {
  return name === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', name)
}
