import { execFile } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface CommandResult {
  code: number
  output: string
}

/**
 * Runs an operator's command in the root folder of the project.
 * @param program path below `src/server/cli`
 * @param env the whole environment, apart from `PATH` and the compile cache of the run
 * @param input standard input
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<CommandResult> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: ROOT, env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env } }
  return new Promise((resolve) => {
    const command = [join(ROOT, 'src/server/cli', program), ...args]
    const child = execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
    child.stdin?.end(input)
  })
}
