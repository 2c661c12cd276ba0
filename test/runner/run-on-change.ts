import { join } from 'node:path'

import { watchFolder } from '#server/content/watch-folder.ts'

import type { Step, StepOptions } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['src', 'test', 'content', 'locales', 'server.ts', 'vite.config.ts', 'package.json']

/**
 * Performs steps again whenever a source changes, until the signal of the options. A change that comes meanwhile ends
 * them and begins anew.
 * @param steps makes them of options whose signal is that of one round; their failures are said and end nothing
 */
export async function runOnChange(
  { log, signal, env }: StepOptions,
  steps: (options: StepOptions) => Step[],
  perform: (step: Step) => Promise<boolean>,
): Promise<void> {
  let round = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    const options = { log, env, signal: AbortSignal.any([signal, round.signal]) }
    for (const step of steps(options)) if (options.signal.aborted || !(await perform(step))) return
  }

  function begin(touched: ReadonlySet<string>): void {
    round.abort(new Error('changed'))
    round = new AbortController()
    const { signal: wanted } = round
    running = running
      .then(() => {
        if (wanted.aborted || signal.aborted) return undefined
        log(`changed: ${[...touched].slice(0, 3).join(', ')}`)
        return run()
      })
      // One that was ended by the next change.
      .catch((error: unknown) => (wanted.aborted ? undefined : log(String(error))))
  }

  const watch = watchFolder(ROOT, SOURCES, begin, (error) => log(String(error)))
  await watch.ready
  log('waiting for a change; Ctrl-C ends it')
  if (!signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
  }
  await watch.close()
  await running
}
