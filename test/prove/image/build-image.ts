import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

import { runCommand } from '#test/runner/run-command.ts'

import { createSent, readCopy, readDockerfile, type Stage } from './dockerfile.ts'

export interface BuiltImage {
  /** What the image has in its working folder. */
  folder: string
  /** The stage that it is made by. */
  stage: Stage
}

/**
 * Does what the Dockerfile says, line by line, in folders of this machine instead of layers: copies what it copies,
 * from what `.dockerignore` lets through, and runs what its stages run.
 *
 * @param dockerfile of the repository; its `.dockerignore` stands beside it under its name, or at the root
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
      // What the last stage runs prepares the machine around the program.
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
      // As Docker does: a folder is copied by what is in it, and a file into a folder under its own name.
      const isFile = statSync(origin).isFile()
      const place = isFile && /\/$|^\.$/.test(target) ? join(into, basename(origin)) : into
      cpSync(origin, place, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => from !== undefined || mayHold(relative(repository, path), isFile),
      })
    }
  }

  /** A folder that is not sent as a whole may have something in it that is. */
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
