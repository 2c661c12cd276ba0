import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import { isContentFile } from '#content/document/is-content-file.ts'
import { StartError } from '#server/infra/start-error.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

/** By path inside the content folder, with `/`. The stamp changes when the file is written or replaced. */
export type FolderListing = Map<string, string>

/** A language without a folder has no files. Throws StartError if a folder cannot be read. */
export async function listContent(contentDir: string): Promise<FolderListing> {
  await assertFolder(contentDir)
  const names = await Promise.all(LOCALES.map((locale) => listLocale(contentDir, locale)))
  const stamped = await Promise.all(
    names.flat().map(async (file): Promise<[string, string][]> => {
      const stamp = await stampOf(join(contentDir, file))
      return stamp === undefined ? [] : [[file, stamp]]
    }),
  )
  return new Map(stamped.flat())
}

export async function stampOf(path: string): Promise<string | undefined> {
  const facts = await stat(path, { bigint: true }).catch(() => undefined)
  return facts?.isFile() ? `${facts.ino}-${facts.size}-${facts.mtimeNs}` : undefined
}

/** After symlinks are resolved. Files outside the folder must not be published. */
export async function isInside(contentDir: string, file: string): Promise<boolean> {
  const [root, place] = await Promise.all([realpath(contentDir), realpath(join(contentDir, file))])
  return place.startsWith(root + sep)
}

async function assertFolder(contentDir: string): Promise<void> {
  await readdir(contentDir).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(contentDir, cause)
  })
}

async function listLocale(contentDir: string, locale: string): Promise<string[]> {
  const folder = join(contentDir, locale)
  try {
    // With `withFileTypes`, readdir does not follow symlinks to folders, which could loop.
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .map(({ parentPath, name }) => relative(contentDir, join(parentPath, name)).replaceAll('\\', '/'))
      .filter(isContentFile)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    // ENOENT may also come from a subfolder that was just deleted, so check the language's own folder.
    if (cause.code === 'ENOENT' && !(await exists(folder))) return []
    throw unreadable(folder, cause)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function unreadable(folder: string, cause: NodeJS.ErrnoException): StartError {
  return new StartError(`CONTENT_DIR: the folder ${folder} cannot be read (${cause.code ?? cause.message}).`, { cause })
}
