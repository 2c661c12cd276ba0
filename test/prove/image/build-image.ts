import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

import { runCommand } from '#test/runner/run-command.ts'

import { createSent, readCopy, readDockerfile, type Stage } from './dockerfile.ts'

export interface BuiltImage {
  folder: string
  stage: Stage
}

/**
 * Executes a Dockerfile line by line in folders of this machine instead of layers: COPY from the files that
 * `.dockerignore` allows, and the RUN commands of its stages.
 *
 * @param dockerfile Dockerfile of the repository; its `.dockerignore` is beside it, or in the root folder
 */
export async function buildImage(
  repository: string,
  dir: string,
  signal: AbortSignal,
  dockerfile = 'Dockerfile',
): Promise<BuiltImage> {
  const ignored = join(repository, `${dockerfile}.dockerignore`)
  const isSent = createSent(readFileSync(existsSync(ignored) ? ignored : join(repository, '.dockerignore'), 'utf8'))
  const stages = readDockerfile(readFileSync(join(repository, dockerfile), 'utf8'))
  let built: BuiltImage | undefined
  for (const stage of stages) {
    const root = join(dir, stage.name ?? 'image')
    let folder = root
    for (const { term, rest } of stage.instructions) {
      if (term === 'WORKDIR') mkdirSync((folder = join(root, rest)), { recursive: true })
      if (term === 'COPY') copy(rest, root, folder)
      // The RUN commands of the last stage prepare the machine around the program.
      if (term === 'RUN' && stage.name) await run(rest, folder)
    }
    built = { folder, stage }
  }
  if (!built) throw new Error('The Dockerfile makes nothing.')
  return built

  function copy(rest: string, root: string, folder: string): void {
    const { from, sources, target } = readCopy(rest)
    const into = join(target.startsWith('/') ? root : folder, target)
    const base = from ? join(dir, from) : repository
    for (const source of sources) {
      const origin = join(base, source)
      // As in Docker, the contents of a folder are copied, and a file is copied into a folder under its own name.
      const isFile = statSync(origin).isFile()
      const place = isFile && /\/$|^\.$/.test(target) ? join(into, basename(origin)) : into
      cpSync(origin, place, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => from !== undefined || mayHold(relative(repository, path), isFile),
      })
    }
  }

  /** A folder that is excluded may contain files that are included again. */
  function mayHold(path: string, isFile: boolean): boolean {
    return isSent(path) || (!isFile && existsSync(join(repository, path)) && isSent(`${path}/x`))
  }

  async function run(command: string, cwd: string): Promise<void> {
    console.log(`# ${command}`)
    const code = await runCommand('sh', ['-c', `cd "$0" && ${command}`, cwd], { signal, show: silence })
    if (code !== 0) throw new Error(`${command} ended with ${code}.`)
  }
}

async function* silence(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) if (/error/i.test(line)) yield line
}
