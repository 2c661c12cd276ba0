/**
 * Prints the production dependencies of the current folder in CycloneDX. `npm run sbom` writes them to
 * `dist/sbom.cdx.json`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>
}

// `npm sbom --omit dev` also omits dependencies that production and development share.
const temporary = mkdtempSync(join(tmpdir(), 'lumenite-sbom-'))
try {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }
  // npm names the project after its folder.
  const folder = join(temporary, manifest.name)
  mkdirSync(folder)
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  delete lock.packages['']?.devDependencies
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: undefined }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }))
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  process.exitCode = status ?? 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
