import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { loadMediaImages, type MediaImages } from '#server/catalog/media-images.ts'
import type { ResolveImage } from '#server/catalog/records.ts'

import { versionOf } from './picture-folder.ts'

/** The pictures beside our words. */
export interface Media {
  /** Reads their list anew. @throws where it cannot be read or lacks a field: then the one before stands */
  load(): Promise<MediaImages>
  /** What the list last read knows of a picture. */
  resolve: ResolveImage
  /** The version of a file's bytes as they are now; undefined where there is no such file. */
  versionOf(name: string): Promise<string | undefined>
  /** @throws where the file has changed since it had that version */
  read(name: string, version: string): Promise<Buffer>
}

/** @param dir the folder that holds the pictures and `manifest.json` */
export function createMedia(dir: string): Media {
  /** By name, of files as they were last looked at. */
  const versions = new Map<string, { stamp: string; version: string }>()
  let resolve: ResolveImage = () => undefined

  async function look(name: string): Promise<string | undefined> {
    const file = join(dir, name)
    // Its bytes may be others with the same time and size, but not with the same time of change.
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const stamp = `${found.ctimeMs} ${found.mtimeMs} ${found.size} ${found.ino}`
    const known = versions.get(name)
    if (known?.stamp === stamp) return known.version
    const version = versionOf(await readFile(file))
    versions.set(name, { stamp, version })
    return version
  }

  return {
    async load() {
      const images = await loadMediaImages(dir, look)
      resolve = images.resolve
      return images
    },
    resolve: (url, locale) => resolve(url, locale),
    versionOf: look,
    async read(name, version) {
      const bytes = await readFile(join(dir, name))
      if (versionOf(bytes) === version) return bytes
      throw Object.assign(new Error(`${name} was changed while it was read`), { statusCode: 503 })
    },
  }
}
