import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

const COPIED = ['package.json', 'src/app', 'src/shared', 'src/server', 'test/prove/cart', 'test/support']

const FOLDER = join(import.meta.dirname, 'bugs')

export const BUGS = readdirSync(FOLDER).map((file) => ({ bug: basename(file, '.patch'), patch: join(FOLDER, file) }))

export async function huntBug(bug: string, patch: string, runs: number, seed: number): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'cart-bug-'))
  try {
    for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await run('git', ['apply', patch], { cwd: folder }).catch((cause: unknown) => {
      throw new Error(`The bug ${bug} can no longer be planted: ${patch} does not apply`, { cause })
    })
    const env = { ...process.env, RUNS: String(runs), SEED: String(seed) }
    const { stdout } = await run(process.execPath, [join(folder, 'test/prove/cart/find-any.ts')], {
      cwd: folder,
      env,
      timeout: 60_000,
    })
    const { caughtAfter } = JSON.parse(stdout) as { caughtAfter: number | null }
    return caughtAfter ?? undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
