/**
 * Checks the message catalogs without touching them: extracting again would change nothing, every message
 * has its translation, and every translation compiles; and no message has two.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

const root = join(import.meta.dirname, '../..')
const config = join(root, 'locales/lingui.config.ts')
// Below node_modules, so that the copied configuration finds its packages.
const scratch = join(root, 'node_modules/.cache/catalogues')
/** Words of one program each: no page ever says them beside others. */
const APART = ['letters', 'server']

try {
  lingui('check', 'sync', '--clean', '--config', config)
  lingui('check', 'missing', '--mode', 'catalog', '--verbose', '--config', config)
  lingui('compile', '--strict', '--config', copyCatalogues())
  for (const locale of LOCALES) refuseTwoTranslations(locale)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('The message catalogues are not in order; `npm run i18n` brings them up to date, then translate.')
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function lingui(...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules/@lingui/cli/dist/lingui.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
}

/** A page says the words of several catalogs: of two translations it would say now one, now the other. */
function refuseTwoTranslations(locale: Locale): void {
  const reported = new Map<string, { words: string; part: string }>()
  for (const part of parts().filter((name) => !APART.includes(name))) {
    const entries = readFileSync(join(root, 'locales', part, `${locale}.po`), 'utf8').split('\n\n')
    for (const entry of entries) {
      const [message, text = ''] = entry.replaceAll(/^#.*\n/gm, '').split(/^msgstr /m)
      if (!message || message.trim() === 'msgid ""') continue
      const before = reported.get(message)
      if (before && before.words !== text.trim())
        throw new Error(`${locale}: ${before.part} and ${part} translate differently: ${message}`)
      reported.set(message, { words: text.trim(), part })
    }
  }
}

function parts(): string[] {
  return readdirSync(join(root, 'locales'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

/** Compiling writes beside the catalogs, so it works on copies. */
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
