import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { clearAbandoned } from '#test/support/commerce.ts'

import { findChromium } from './find-chromium.ts'
import { endLeftovers } from './leftovers.ts'
import { runCommand } from './run-command.ts'

interface NamedPrograms {
  folder: string
  kind: string
  args: string[]
}

export async function runNamed({ folder, kind, args }: NamedPrograms): Promise<void> {
  const programs = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const known = programs.map((file) => basename(file, '.ts')).toSorted()
  const unknown = args.filter((name) => name !== 'all' && !known.includes(name))
  if (args.length === 0 || unknown.length > 0) {
    if (unknown.length > 0) console.error(`There is no ${kind} called ${unknown.join(', ')}.`)
    console.log(`npm run ${kind} <name>, or all:\n${known.map((name) => `  ${name}`).join('\n')}`)
    process.exitCode = unknown.length > 0 ? 1 : 0
    return
  }

  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => abort.abort(new Error(signal)))
  const mark = randomBytes(8).toString('hex')
  try {
    const chromium = await findChromium(console.error, abort.signal)
    const table: string[] = []
    const names = args.includes('all') ? known : args
    for (const name of names) {
      const begun = performance.now()
      const run = [join(folder, `${name}.ts`)]
      const code = await runCommand(process.execPath, run, {
        env: { TEST_RUN: mark, PLAYWRIGHT_CHROMIUM: chromium },
        signal: abort.signal,
        show: commentsToStderr,
      })
      if (code !== 0) process.exitCode = 1
      const seconds = Math.round((performance.now() - begun) / 1000)
      const row = `${name.padEnd(24)}${code === 0 ? 'in order' : 'NOT in order'} (${seconds} s)`
      table.push(row)
      if (names.length > 1) console.error(row)
    }
    console.log(table.join('\n'))
  } finally {
    for (const { pid, command } of await endLeftovers(`TEST_RUN=${mark}`, 2_000)) {
      console.error(`ended a process that was left behind: ${pid} ${command}`)
      process.exitCode = 1
    }
    await clearAbandoned()
  }
}

/** Prints comment lines on standard error, so that standard output holds only results. */
async function* commentsToStderr(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line.startsWith('#')) console.error(line)
    else yield line
  }
}
