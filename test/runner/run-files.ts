/**
 * `node test/runner/run-files.ts <file>…` runs test files in processes of their own, with the tap settings of
 * package.json, and reports them as one tap test. tap's own command makes every process and its children, Medusa
 * included, track the modules that they load, which costs a quarter of the time.
 *
 * `development:<file>` runs a file with NODE_ENV=development, in which shops are served as by `npm run dev`;
 * `development:<file>:<pattern>` runs only the tests whose title matches. NODE_ENV=development applies it to all files.
 */
import { join } from 'node:path'

import t from 'tap'

import { TAP } from './steps.ts'

const files = process.argv.slice(2)
const env: NodeJS.ProcessEnv = { ...process.env, TAP_TIMEOUT: String(TAP.timeout) }
/** Resets NODE_OPTIONS, to which tap adds its module tracking. */
const originalNodeOptions = `NODE_OPTIONS=${process.env['NODE_OPTIONS'] ?? ''}`

/** Allows `shop.test` in Vite's server, which journeys with analytics or PayPal use. */
const DEVELOPMENT = ['NODE_ENV=development', '__VITE_ADDITIONAL_SERVER_ALLOWED_HOSTS=shop.test']

const MEASURE = join(import.meta.dirname, 'cpu-seconds.ts')

t.setTimeout(0)
t.jobs = TAP.jobs
t.plan(files.length)
for (const wanted of files) {
  const [, prefix, file = wanted, pattern] = /^(development:)?([^:]+)(?::(.*))?$/.exec(wanted) ?? []
  const isDevelopment = prefix !== undefined || process.env['NODE_ENV'] === 'development'
  const mode = isDevelopment ? DEVELOPMENT : TAP['test-env']
  const titles = pattern === undefined ? [] : [`TAP_GREP=${pattern}`]
  // The location of this call would say nothing about a failure in the file.
  const options = { buffered: t.jobs > 1, timeout: TAP.timeout * 1000, env, at: null, stack: '' }
  void t.spawn(
    'env',
    [originalNodeOptions, ...mode, ...titles, process.execPath, '--import', MEASURE, file],
    options,
    wanted,
  )
}
