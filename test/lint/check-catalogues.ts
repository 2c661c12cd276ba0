/**
 * Checks the message catalogues without touching them: extracting again would change nothing, every message
 * has its translation, and every translation compiles.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const config = join(root, 'locales/lingui.config.ts')
// Below node_modules, so that the copied configuration finds its packages.
const scratch = join(root, 'node_modules/.cache/catalogues')

try {
  lingui('check', 'sync', '--clean', '--config', config)
  lingui('check', 'missing', '--mode', 'catalog', '--verbose', '--config', config)
  lingui('compile', '--strict', '--config', copyCatalogues())
} catch {
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

/** Compiling writes beside the catalogues, so it works on copies. */
function copyCatalogues(): string {
  mkdirSync(scratch, { recursive: true })
  const parts = readdirSync(join(root, 'locales'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  for (const part of parts) cpSync(join(root, 'locales', part), join(scratch, part), { recursive: true })
  const copied = join(scratch, 'lingui.config.ts')
  writeFileSync(
    copied,
    `import config from ${JSON.stringify(config)}\n` +
      `export default { ...config, rootDir: ${JSON.stringify(scratch)}, catalogs: ${JSON.stringify(parts)}.map((part) => ({ path: '<rootDir>/' + part + '/{locale}', include: [] })) }\n`,
  )
  return copied
}
