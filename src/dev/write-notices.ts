/**
 * Prints the third-party notices: every installed production dependency with the text of its license.
 * `npm run notices` writes them to `dist/third-party-notices.txt`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import spdx from 'spdx-license-list/full.js'

interface Locked {
  version: string
  dev?: boolean
}

interface PackageFile {
  name: string
  license?: string
  /** Of older packages. */
  licenses?: { type: string }[]
  author?: string | { name: string }
}

const ROOT = join(import.meta.dirname, '../..')
const LICENSE_FILE = /^(?:licen[cs]e|copying|unlicen[cs]e|notice)/i
const README = /^readme(?:\.|$)/i
const LINE = '─'.repeat(80)

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
/** Many packages share a text. */
const packagesByText = new Map<string, Set<string>>()
for (const [path, { version, dev }] of Object.entries(lock.packages)) {
  const folder = join(ROOT, path)
  // Packages for other systems are not installed.
  if (path === '' || dev || !existsSync(folder)) continue
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ') ?? 'unknown'
  const text = licenseText(folder, license, manifest)
  const names = packagesByText.get(text) ?? new Set()
  packagesByText.set(text, names.add(`${manifest.name} ${version} (${license})`))
}
console.log('Lumenite contains the following packages of other authors.')
for (const [text, names] of packagesByText) console.log(`\n${LINE}\n${[...names].join('\n')}\n${LINE}\n\n${text}`)

/**
 * The license files, or else the author, the statement in the README and the standard text. Throws if there is neither.
 */
function licenseText(folder: string, license: string, { name, author }: PackageFile): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()
  const own = files.filter((file) => LICENSE_FILE.test(file.name)).map((file) => textOf(file.name))
  if (own.length > 0) return own.join('\n\n')
  const standard = spdx[license]?.licenseText
  if (!standard) throw new Error(`${name} has no license file, and ${license} is no license of the SPDX list.`)
  const readme = files.find((file) => README.test(file.name))
  const [statement = ''] = /^#+ *Licen[cs].*?(?=\n#|$(?![\s\S]))/ims.exec(readme ? textOf(readme.name) : '') ?? []
  const authorName = typeof author === 'object' ? author.name : author
  return [authorName && `Author: ${authorName}`, statement, standard].filter(Boolean).join('\n\n').trim()
}
