import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { runCommand } from '#test/runner/run-command.ts'
import { CHROMIUM_FLAGS } from '#test/support/chromium.ts'

const PACKAGES = join(import.meta.dirname, '../lighthouse')
const HOME = join(import.meta.dirname, '../../../.data/lighthouse')
const LOCK = 'package-lock.json'

interface Audit {
  score: number | null
  scoreDisplayMode: string
  numericValue?: number
}

export interface Report {
  runtimeError?: { message: string }
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

interface Packages {
  lighthouse: (
    url: string,
    flags: { port: number; logLevel: string; extraHeaders: Record<string, string> },
  ) => Promise<{ lhr: Report } | undefined>
  launch: (options: { chromePath: string; chromeFlags: string[] }) => Promise<{ port: number; kill: () => void }>
}

/**
 * Runs Lighthouse with its defaults: emulated phone, slow connection, a new Chromium each time.
 * @param extraHeaders sent with every request
 * @throws if it can neither be found nor installed, or cannot open the page
 */
export async function readReport(url: string, extraHeaders: Record<string, string>): Promise<Report> {
  const { lighthouse, launch } = await loadPackages()
  const chromePath = process.env['PLAYWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'
  const chromium = await launch({ chromePath, chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS] })
  try {
    const answer = await lighthouse(url, { port: chromium.port, logLevel: 'silent', extraHeaders })
    if (!answer || answer.lhr.runtimeError) throw new Error(`${url}: ${answer?.lhr.runtimeError?.message}`)
    return answer.lhr
  } finally {
    chromium.kill()
  }
}

async function loadPackages(): Promise<Packages> {
  await install()
  const load = async (path: string) => import(pathToFileURL(join(HOME, 'node_modules', path)).href) as Promise<unknown>
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Packages['lighthouse'] }
  const { launch } = (await load('chrome-launcher/dist/index.js')) as Pick<Packages, 'launch'>
  return { lighthouse, launch }
}

/** Not a dependency, because it would make every installation a fifth larger for a rare measurement. */
async function install(): Promise<void> {
  const done = join(HOME, 'node_modules/.package-lock.json')
  const wanted = readFileSync(join(PACKAGES, LOCK), 'utf8')
  if (existsSync(done) && readFileSync(join(HOME, LOCK), 'utf8') === wanted) return
  console.log('# Installing Lighthouse, once: about 175 MB, some seconds…')
  mkdirSync(HOME, { recursive: true })
  for (const file of ['package.json', LOCK]) copyFileSync(join(PACKAGES, file), join(HOME, file))
  const args = ['ci', '--prefix', HOME, '--no-audit', '--no-fund', '--loglevel=error']
  const code = await runCommand('npm', args, { signal: new AbortController().signal })
  if (code !== 0) throw new Error(`Lighthouse could not be installed into ${HOME}; npm says above why.`)
}
