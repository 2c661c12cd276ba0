/**
 * Checks the message catalogs without changing them: they match the sources,
 * every message has a translation that compiles, and no message has two different translations.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

const root = join(import.meta.dirname, '../..')
const config = join(root, 'locales/lingui.config.ts')
// Below node_modules, so that the copied configuration finds its packages.
const scratch = join(root, 'node_modules/.cache/catalogues')
/** Pages whose few messages are in the set that every page loads. */
const ON_EVERY_PAGE = ['category-page', 'error-page', 'sub-category-page']
/** Catalogs that are never loaded together with others. */
const SEPARATE = ['emails', 'server']

try {
  lingui('check', 'sync', '--clean', '--config', config)
  lingui('check', 'missing', '--mode', 'catalog', '--verbose', '--config', config)
  lingui('compile', '--strict', '--config', copyCatalogues())
  for (const locale of LOCALES) requireOneTranslation(locale)
  requireOwnSets()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** @throws Error with what to do, after the command has printed what is wrong */
function lingui(...args: string[]): void {
  const cli = join(root, 'node_modules/@lingui/cli/dist/lingui.js')
  const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('`npm run i18n` updates the message catalogs. Then translate what is new.')
}

/** @throws Error if two catalogs translate one message differently, since a page loads several catalogs. */
function requireOneTranslation(locale: Locale): void {
  const translations = new Map<string, { text: string; part: string }>()
  for (const part of parts().filter((name) => !SEPARATE.includes(name))) {
    const entries = readFileSync(join(root, 'locales', part, `${locale}.po`), 'utf8').split('\n\n')
    for (const entry of entries) {
      const [message, text = ''] = entry.replaceAll(/^#.*\n/gm, '').split(/^msgstr /m)
      if (!message || message.trim() === 'msgid ""') continue
      const before = translations.get(message)
      if (before && before.text !== text.trim())
        throw new Error(`${locale}: ${before.part} and ${part} translate differently, make them equal: ${message}`)
      translations.set(message, { text: text.trim(), part })
    }
  }
}

/** @throws Error if a page's messages are in the set that every page loads */
function requireOwnSets(): void {
  const shared = readFileSync(join(root, 'locales/pages/en.po'), 'utf8')
  const found = new Set([...shared.matchAll(/src\/app\/pages\/([\w-]+)\.tsx/g)].map(([, page = '']) => page))
  const others = [...found].filter((page) => !ON_EVERY_PAGE.includes(page))
  if (others.length > 0)
    throw new Error(
      `Every page would load the messages of ${others.join(', ')}: add it to a set in locales/lingui.config.ts`,
    )
}

function parts(): string[] {
  return readdirSync(join(root, 'locales'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

/** Copies the catalogs, since compiling writes files next to them. */
function copyCatalogues(): string {
  mkdirSync(scratch, { recursive: true })
  for (const part of parts()) cpSync(join(root, 'locales', part), join(scratch, part), { recursive: true })
  const copied = join(scratch, 'lingui.config.ts')
  writeFileSync(
    copied,
    `import config from ${JSON.stringify(config)}\n` +
      `export default { ...config, rootDir: ${JSON.stringify(scratch)}, catalogs: ${JSON.stringify(parts())}.map((part) => ({ path: '<rootDir>/' + part + '/{locale}', include: [] })) }\n`,
  )
  return copied
}
