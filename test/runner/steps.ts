import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { condenseTap } from './condense-tap.ts'
import { findChromium } from './find-chromium.ts'
import { runCommand } from './run-command.ts'

export interface Step {
  name: string
  /** @returns false when the project is not in order */
  run: () => Promise<boolean>
}

export interface StepOptions {
  say: (line: string) => void
  signal: AbortSignal
  /** What the tests' processes are told; steps add to it. */
  env: Record<string, string>
}

const ROOT = join(import.meta.dirname, '../..')
const FORMATTED = ['src', 'test', 'commerce', 'locales', 'server.ts', 'vite.config.ts']
const CODE = FORMATTED.filter((path) => path !== 'locales')

/** What is looked at without running the shop. */
export function checks({ env, signal }: StepOptions): Step[] {
  const tool = (name: string, command: string, ...args: string[]): Step => ({
    name,
    run: async () => (await runCommand(bin(command), args, { env, signal })) === 0,
  })
  return [
    tool('types', 'tsc', '--noEmit'),
    tool('types of the commerce backend', 'tsc', '--noEmit', '--project', 'commerce'),
    tool('lint', 'oxlint', '-c', 'test/lint/oxlint.json', '--type-aware', ...CODE),
    tool('format', 'oxfmt', '-c', 'test/lint/oxfmt.json', '--check', ...FORMATTED),
    tool('message catalogues', 'node', 'test/lint/check-catalogues.ts'),
  ]
}

/** What the tests need before they run. */
export function preparations({ say, env, signal }: StepOptions): Step[] {
  const node = (name: string, ...args: string[]): Step => ({
    name,
    run: async () => (await runCommand(process.execPath, args, { env, signal })) === 0,
  })
  return [
    node('production build', bin('vite'), 'build', '--app', '--logLevel', 'warn'),
    {
      name: 'a Chromium',
      async run() {
        env['PLAYWRIGHT_CHROMIUM'] = await findChromium(say, signal)
        return true
      },
    },
    node('commerce backend and sample shop', 'test/runner/prepare-commerce.ts'),
  ]
}

/** The tests themselves, two files at a time, closing with tap's summary. */
export function tests({ env, signal }: StepOptions, files: string[]): Step {
  return {
    name: files.length > 0 ? `${files.length} test files` : 'tests',
    async run() {
      if ((await runCommand(bin('tap'), ['build'], { env, signal })) !== 0) return false
      const args = ['run', '--reporter=tap', '--disable-coverage', ...files]
      return (await runCommand(bin('tap'), args, { env, signal, show: condenseTap })) === 0
    },
  }
}

/** @returns whether any of these tests asks for a shop to run against */
export function needShop(paths: string[]): boolean {
  return filesUnder(paths).some((file) =>
    /#test\/support\/(test-shop|commerce|browser)/.test(readFileSync(file, 'utf8')),
  )
}

/** @returns the tests below the given files and folders, as tap wants them: file by file */
export function filesUnder(paths: string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new Error(`There is no test at ${path}.`)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(path, name))
  })
}

function bin(name: string): string {
  return name === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', name)
}
