import { join } from 'node:path'

import { watchFolder } from '#server/content/watch-folder.ts'

import type { Step, StepOptions } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['src', 'test', 'content', 'locales', 'server.ts', 'vite.config.ts', 'package.json']

/**
 * Repeats steps whenever a source changes, until the signal of the options is aborted. A change during a round aborts
 * the round and starts a new one.
 * @param steps creates the steps of one round; its options have the signal of that round
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
      // Ignores the error of a round that the next change aborted.
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
