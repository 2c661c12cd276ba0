import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * What a backup holds of the data folder: secrets, uploaded images, and emails that were written as files. Everything
 * else is a cache, a log, or PostgreSQL's own files, whose content is copied from the running databases.
 */
export const ARCHIVED = ['secret', 'commerce-secrets.json', 'outbox']

/** The folder of a restore that has not ended, in the data folder and in that of the uploads. */
export const STAGING = '.restoring'

/** The folders of a shop, by the names of their entries in an archive. */
export interface ShopFolders {
  data: string
  uploads: string
  content: string
}

export interface ShopFile {
  /** The name of its entry, such as `uploads/ring.webp`. */
  name: string
  path: string
}

/** Lists the files that a backup holds. Links and special files are left out. */
export async function listShopFiles({ data, uploads, content }: ShopFolders): Promise<ShopFile[]> {
  const roots = [
    ...ARCHIVED.map((name) => ({ name: `data/${name}`, path: join(data, name) })),
    { name: 'uploads', path: uploads },
    { name: 'content', path: content },
  ]
  const found = await Promise.all(
    // A folder may be a link to another disk. Links below it are left out.
    roots.map(async ({ name, path }) => filesUnder({ name, path: await realpath(path).catch(() => path) })),
  )
  return found.flat()
}

async function filesUnder({ name, path }: ShopFile): Promise<ShopFile[]> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile()) return path.endsWith('.part') ? [] : [{ name, path }]
  if (!found?.isDirectory()) return []
  const entries = (await readdir(path)).filter((entry) => entry !== STAGING).toSorted()
  const below = await Promise.all(
    entries.map((entry) => filesUnder({ name: `${name}/${entry}`, path: join(path, entry) })),
  )
  return below.flat()
}

/** @returns the content; nothing if the file was deleted since it was listed */
export async function* readIfPresent(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Files that are written beside their places and moved there when all are complete. */
export interface StagedFiles {
  write: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>
  /** Moves everything to its place. @returns the folder to which the previous content was moved, if there was one */
  commit: () => Promise<string | undefined>
  discard: () => Promise<void>
}

/** Stages the files of an archive. The names come from outside, so none may leave its folder. */
export function stageFiles(folders: ShopFolders): StagedFiles {
  // The data folder and that of the uploads may be mount points, which cannot be replaced as a whole.
  const staging = {
    data: join(folders.data, STAGING),
    uploads: join(folders.uploads, STAGING),
    content: `${folders.content}${STAGING}`,
  }
  return {
    async write(name, chunks) {
      const [root = '', ...rest] = name.split('/')
      const inside = normalize(join(...rest))
      const isSafe =
        Object.hasOwn(staging, root) && rest.length > 0 && !inside.startsWith('..') && !inside.startsWith(sep)
      if (!isSafe) throw new Error(`an archive must not contain ${name}`)
      const path = join(staging[root as keyof ShopFolders], inside)
      const mode = root === 'content' ? { folder: 0o755, file: 0o644 } : { folder: 0o700, file: 0o600 }
      await mkdir(dirname(path), { recursive: true, mode: mode.folder })
      await pipeline(Readable.from(chunks), createWriteStream(path, { mode: mode.file }))
    },
    async commit() {
      await mkdir(folders.data, { recursive: true, mode: 0o700 })
      await mkdir(folders.uploads, { recursive: true, mode: 0o700 })
      for (const name of ARCHIVED) await rm(join(folders.data, name), { recursive: true, force: true })
      await moveAll(staging.data, folders.data)
      for (const name of await readdir(folders.uploads)) {
        if (name !== STAGING) await rm(join(folders.uploads, name), { recursive: true, force: true })
      }
      await moveAll(staging.uploads, folders.uploads)
      if (!existsSync(staging.content)) return undefined
      const previous = existsSync(folders.content) ? freeName(`${folders.content}.before-restore`) : undefined
      if (previous) await rename(folders.content, previous)
      await rename(staging.content, folders.content)
      return previous
    },
    async discard() {
      for (const path of Object.values(staging)) await rm(path, { recursive: true, force: true })
    },
  }
}

async function moveAll(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  await rm(from, { recursive: true })
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!existsSync(name)) return name
  }
}
