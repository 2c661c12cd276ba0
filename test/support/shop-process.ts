import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Test } from 'tap'

import { until } from './until.ts'

interface ShopProcessOptions {
  env: Record<string, string>
  cwd?: string
  args?: string[]
  /** A command that replaces itself by the program that follows, such as `setpriv`. */
  within?: readonly string[]
}

const ROOT = join(import.meta.dirname, '../..')
const KNOWN_HOSTS = join(import.meta.dirname, 'known-hosts.ts')
const START_MS = 90_000

/** Starts the real `node server.ts` with only the given settings, without a dashboard; it stops with the test. */
export function startShopProcess(
  t: Pick<Test, 'teardown'>,
  { env, cwd = ROOT, args = [], within = [] }: ShopProcessOptions,
) {
  const [program = process.execPath, ...rest] = [
    ...within,
    process.execPath,
    '--import',
    KNOWN_HOSTS,
    'server.ts',
    ...args,
  ]
  const child = spawn(program, rest, { cwd, env: { ...surroundings(), DASHBOARD: 'off', ...env } })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const output = () => chunks.join('')
  const exited = exitOf(child)
  let over = false
  void exited.finally(() => (over = true))

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!over) child.kill(signal)
    return exited
  }
  t.teardown(() => stop())

  return {
    pid: child.pid ?? -1,
    workers: () => childrenOf(child.pid ?? -1),
    output,
    exited,
    stop,
    async ready(patienceMs = START_MS) {
      const line = await until(() => over || /storefront ready on (\S+)/.exec(output()), patienceMs)
      if (line === true) throw new Error(`the storefront ended before it was ready:\n${output()}`)
      return line[1] ?? ''
    },
  }
}

function surroundings(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEST_RUN', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  return promise
}
