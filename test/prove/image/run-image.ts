import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { check } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

import type { BuiltImage } from './build-image.ts'
import { readCommand, readEnvironment } from './dockerfile.ts'

type RunningImage = ReturnType<typeof runImage>

/** The uid of `nobody`, if this process runs as root and can switch users. */
const NOBODY = 65_534

/**
 * Starts the program of an image as in a container: as an unprivileged user who can write only `DATA_DIR`, with the
 * environment of the image and the given one, and nothing else.
 */
export function runImage(image: BuiltImage, dir: string, settings: Record<string, string>) {
  const { folder, stage } = image
  const dataDir = join(dir, 'data')
  const bin = join(dir, 'bin')
  for (const made of [dataDir, bin]) mkdirSync(made)
  copyFileSync(process.execPath, join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  chmodSync(dir, 0o755)

  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
  spawnSync('chmod', ['-R', isRoot ? 'a+rX,go-w' : 'a-w', folder])
  const options: SpawnOptions = {
    cwd: folder,
    env: { PATH: bin, ...readEnvironment(stage, dataDir), ...settings },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  }

  const [program = '', ...args] = readCommand(stage, 'CMD')
  const child = spawn(join(bin, program), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    output: () => chunks.join(''),
    health() {
      const [test = '', ...texts] = readCommand(stage, 'HEALTHCHECK')
      return spawnSync(join(bin, test), texts, options).status
    },
    mayWrite: (path: string) =>
      spawnSync(join(bin, 'node'), ['-e', `require('fs').writeFileSync(${JSON.stringify(path)}, '')`], options)
        .status === 0,
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

export async function whenReady({ output }: RunningImage): Promise<string> {
  const [, url = ''] = await until(() => /storefront ready on (\S+)/.exec(output()), 60_000).catch(() => {
    throw new Error(`The image does not start:\n${output()}`)
  })
  return url
}

export function compare(name: string, wanted: unknown, found: unknown): void {
  const passed = wanted === found
  check(`image/${name}`, passed, { value: found, ...(passed ? {} : { wanted }) })
}
