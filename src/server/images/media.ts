import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { versionOf } from '#server/infra/version-of.ts'

import { loadMediaImages, type MediaImages } from './media-images.ts'
import type { ResolveImage } from './media-images.ts'

/** The list of images as it was read once. */
export interface LoadedMedia extends MediaImages {
  /** Whether a file of the list is there, gone or another one since; of a long list a part is looked at each time. */
  haveChanged(): Promise<boolean>
}

/** The images beside our words. */
export interface Media {
  /** Reads their list anew. @throws where it cannot be read or lacks a field: then the one before stands */
  load(): Promise<LoadedMedia>
  /** What the list last read knows of an image. */
  resolve: ResolveImage
  /** The version of a file's bytes as they are now; undefined where there is no such file. */
  versionOf(name: string): Promise<string | undefined>
  /** @throws where the file has changed since it had that version */
  read(name: string, version: string): Promise<Buffer>
}

interface Look {
  stamp: string
  version: string
}

/** A folder of thousands is looked at by turns. */
const MOST_LOOKS = 500

/** @param dir the folder that holds the images and `manifest.json` */
export function createMedia(dir: string): Media {
  /** By name, of files as they were last looked at. */
  const versions = new Map<string, Look>()
  let resolve: ResolveImage = () => undefined

  async function stampOf(name: string): Promise<string | undefined> {
    // Its bytes may be others with the same time and size, but not with the same time of change.
    const found = await stat(join(dir, name)).catch(() => undefined)
    return found?.isFile() ? `${found.ctimeMs} ${found.mtimeMs} ${found.size} ${found.ino}` : undefined
  }

  async function look(name: string): Promise<Look | undefined> {
    const stamp = await stampOf(name)
    if (stamp === undefined) return undefined
    const known = versions.get(name)
    if (known?.stamp === stamp) return known
    const now = { stamp, version: versionOf(await readFile(join(dir, name))) }
    versions.set(name, now)
    return now
  }

  return {
    async load() {
      const stamps = new Map<string, string | undefined>()
      const images = await loadMediaImages(dir, async (name) => {
        const found = await look(name)
        stamps.set(name, found?.stamp)
        return found?.version
      })
      resolve = images.resolve
      return { ...images, haveChanged: compareInBatches([...stamps], stampOf) }
    },
    resolve: (url, locale) => resolve(url, locale),
    versionOf: async (name) => (await look(name))?.version,
    async read(name, version) {
      const bytes = await readFile(join(dir, name))
      if (versionOf(bytes) === version) return bytes
      throw Object.assign(new Error(`${name} was changed while it was read`), { statusCode: 503 })
    },
  }
}

/** @returns compares the next of these files with what they are now, from the first on again after the last */
function compareInBatches(
  stamps: readonly [string, string | undefined][],
  stampOf: (name: string) => Promise<string | undefined>,
): () => Promise<boolean> {
  let begun = 0
  return async () => {
    const batch = stamps.slice(begun, begun + MOST_LOOKS)
    begun = begun + MOST_LOOKS < stamps.length ? begun + MOST_LOOKS : 0
    // One after the other: no request waits for it.
    for (const [name, stamp] of batch) if ((await stampOf(name)) !== stamp) return true
    return false
  }
}
