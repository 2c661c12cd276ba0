import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import { isContentFile } from '#content/document/is-content-file.ts'
import { StartError } from '#server/infra/start-error.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

/** A file's path inside the content folder, with `/` -> what changes when it is written or replaced. */
export type FolderListing = Map<string, string>

/**
 * Lists what authors wrote: the files of content in the folders of languages.
 * @throws StartError where a folder cannot be read; a language without a folder has no files
 */
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

/** @returns what changes when a file is written or replaced; undefined where there is none */
export async function stampOf(path: string): Promise<string | undefined> {
  const facts = await stat(path, { bigint: true }).catch(() => undefined)
  return facts?.isFile() ? `${facts.ino}-${facts.size}-${facts.mtimeNs}` : undefined
}

/** Whether a file lies in the folder also where links lead: what is outside is not the authors' to publish. */
export async function liesInside(contentDir: string, file: string): Promise<boolean> {
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
    // With their types, no folder is entered by a link: one that leads to itself has no end.
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .map(({ parentPath, name }) => relative(contentDir, join(parentPath, name)).replaceAll('\\', '/'))
      .filter(isContentFile)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    // A folder inside it that went meanwhile is no language that went.
    if (cause.code === 'ENOENT' && !(await isThere(folder))) return []
    throw unreadable(folder, cause)
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function unreadable(folder: string, cause: NodeJS.ErrnoException): StartError {
  return new StartError(`CONTENT_DIR: the folder ${folder} cannot be read (${cause.code ?? cause.message}).`, { cause })
}
