import { existsSync } from 'node:fs'

import { chromium } from 'playwright'

import { runCommand } from './run-command.ts'

/** The headless shell comes first, since it needs the least CPU. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export async function findChromium(log: (line: string) => void, signal: AbortSignal): Promise<string> {
  const known = knownChromium()
  if (known) return known
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('no Chromium here: installing the one of the system, a minute or two')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['-qq', '-y', '--no-install-recommends', 'install', 'fonts-liberation']
    const installed = async (name: string) => (await runCommand('apt-get', [...install, name], { env, signal })) === 0
    if (!(await installed('chromium-headless-shell'))) {
      await runCommand('apt-get', ['-qq', 'update'], { env, signal })
      // Not every distribution has the headless shell.
      if (!(await installed('chromium-headless-shell'))) await installed('chromium')
    }
  }
  if (!knownChromium()) {
    log('no Chromium here: downloading the one of Playwright, a minute or two')
    await runCommand('npx', ['playwright', 'install', 'chromium'], { signal })
  }
  const found = knownChromium()
  if (!found) throw new Error('No Chromium could be installed; install one and name it with PLAYWRIGHT_CHROMIUM.')
  return found
}

function knownChromium(): string | undefined {
  const named = process.env['PLAYWRIGHT_CHROMIUM']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, where there is no program.`)
  }
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path))
}
