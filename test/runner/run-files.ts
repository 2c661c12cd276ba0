/**
 * `node test/runner/run-files.ts <file>…` runs test files, each in a process of its own, as package.json
 * says for tap, and tells as one test of tap's what became of them. tap's own command makes every process, and whatever
 * that starts, Medusa included, watch the modules that it loads, which takes a quarter of its time.
 *
 * `development:<file>` runs a file with NODE_ENV=development, where shops are opened as `npm run dev` serves them;
 * `development:<file>:<pattern>` only those of its tests whose title fits. With NODE_ENV=development all files run so.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

interface Manifest {
  tap: { jobs: number; timeout: number; 'test-env': string[] }
}

const { tap } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as Manifest
const files = process.argv.slice(2)
const env: NodeJS.ProcessEnv = { ...process.env, TAP_TIMEOUT: String(tap.timeout) }
/** What was set for Node before, where tap adds its watching. */
const unwatched = `NODE_OPTIONS=${process.env['NODE_OPTIONS'] ?? ''}`

/** Vite's own server refuses other hosts; journeys with analytics or PayPal are made on `shop.test`. */
const DEVELOPMENT = ['NODE_ENV=development', '__VITE_ADDITIONAL_SERVER_ALLOWED_HOSTS=shop.test']

t.setTimeout(0)
t.jobs = tap.jobs
t.plan(files.length)
for (const wanted of files) {
  const [, prefix, file = wanted, pattern] = /^(development:)?([^:]+)(?::(.*))?$/.exec(wanted) ?? []
  const isDevelopment = prefix !== undefined || process.env['NODE_ENV'] === 'development'
  const mode = isDevelopment ? DEVELOPMENT : tap['test-env']
  const titles = pattern === undefined ? [] : [`TAP_GREP=${pattern}`]
  // A file that fails is shown by its own lines, not by this one.
  const options = { buffered: t.jobs > 1, timeout: tap.timeout * 1000, env, at: null, stack: '' }
  void t.spawn('env', [unwatched, ...mode, ...titles, process.execPath, file], options, wanted)
}
