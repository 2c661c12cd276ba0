import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { isContentFile } from '#content/document/is-content-file.ts'
import { StartError } from '#server/start.ts'
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

async function assertFolder(contentDir: string): Promise<void> {
  await readdir(contentDir).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(contentDir, cause)
  })
}

async function listLocale(contentDir: string, locale: string): Promise<string[]> {
  const folder = join(contentDir, locale)
  try {
    const names = await readdir(folder, { recursive: true })
    return names.map((name) => `${locale}/${name.replaceAll('\\', '/')}`).filter(isContentFile)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'ENOENT') return []
    throw unreadable(folder, cause)
  }
}

function unreadable(folder: string, cause: NodeJS.ErrnoException): StartError {
  return new StartError(`CONTENT_DIR: the folder ${folder} cannot be read (${cause.code ?? cause.message}).`, { cause })
}
