import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const TABLES = 'src/server/infra/database/migrations'
const FOLDERS = join(ROOT, '.data/test/earlier')
const TWO_DAYS = 2 * 24 * 60 * 60

const run = promisify(execFile)

/** A commit that can be started. */
export interface Checkout {
  commit: string
  path: string
}

/** @returns the abbreviated id of a commit @throws if there is none */
export async function commitOf(name: string): Promise<string> {
  return (await git('rev-parse', '--short=8', `${name}^{commit}`))[0] ?? ''
}

/** @returns the newest commit that is two days older than this one and has fewer migrations @throws if there is none */
export async function earlierCommit(): Promise<string> {
  const timeOf = async (name: string) => Number((await git('show', '--no-patch', '--format=%ct', name))[0])
  const until = (await timeOf('HEAD')) - TWO_DAYS
  for (const commit of await git('log', '--first-parent', '--diff-filter=A', '--format=%H', '--', TABLES))
    if ((await timeOf(`${commit}^`)) <= until) return `${commit}^`
  throw new Error('No commit of two days ago has other migrations; name one: FROM=<commit> npm run prove upgrade')
}

/** Checks a commit out, installs its packages and builds it. Only the latest one is kept, for the next run. */
export async function checkOut(name: string): Promise<Checkout> {
  const commit = await commitOf(name)
  const path = join(FOLDERS, commit)
  const finished = join(path, '.finished')
  if (existsSync(finished)) return { commit, path }
  rmSync(FOLDERS, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  console.error(`# checking out ${commit}`)
  await run('sh', ['-c', 'git archive "$1" | tar --extract --directory "$2"', 'sh', commit, path], { cwd: ROOT })
  for (const folder of ['', 'commerce']) await install(join(ROOT, folder), join(path, folder))
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'error'], { cwd: path })
  writeFileSync(finished, '')
  return { commit, path }
}

/** Packages of the same lockfile are linked. */
async function install(from: string, to: string): Promise<void> {
  const [own, other] = [from, to].map((path) => readFileSync(join(path, 'package-lock.json'), 'utf8'))
  if (own === other) {
    await run('cp', ['--archive', '--link', join(from, 'node_modules'), to])
    return
  }
  console.error(`# installing the packages of ${to}`)
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: to })
}

async function git(...args: string[]): Promise<string[]> {
  return (await run('git', args, { cwd: ROOT })).stdout.split('\n').filter(Boolean)
}
