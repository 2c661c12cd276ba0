import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')

const PROGRAM = ['package.json', 'tsconfig.json', 'vite.config.ts', 'server.ts', 'src', 'locales', 'content']

/**
 * A copy of the project in a folder of its own, which can be changed and rebuilt.
 * @param isBuilt whether its newest build is copied too
 */
export async function createShopFolder(path: string, { isBuilt = true } = {}) {
  await Promise.all(
    [...PROGRAM, ...(isBuilt ? ['dist'] : [])].map((name) =>
      cp(join(ROOT, name), join(path, name), { recursive: true }),
    ),
  )
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'))
  return {
    path,
    async edit(file: string, from: string, to: string) {
      const text = await readFile(join(path, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`)
      await writeFile(join(path, file), text.replaceAll(from, to))
    },
    async build() {
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
      await promisify(execFile)(process.execPath, [vite, 'build', '--app', '--logLevel', 'error'], { cwd: path })
    },
  }
}

/** Changes a text, a color and a number in the code, so that the next build has other files. */
export async function createNextBuild(path: string) {
  const folder = await createShopFolder(path)
  await folder.edit('locales/pages/en.po', 'msgstr "Skip to content"', 'msgstr "Go to the content"')
  await folder.edit('src/app/styles/tokens.css', '--gold: #8a6a3b', '--gold: #8b6a3b')
  await folder.edit('src/app/shell/app-update/reload-once.ts', '10_000', '10_001')
  await folder.build()
  return folder
}
