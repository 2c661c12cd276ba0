import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { versionOf } from '#server/infra/version-of.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { versionedSource } from '#shared/images/image-url.ts'
import type { Image } from '#shared/product/product.ts'

const Manifest = Type.Array(
  Type.Object({
    file: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    alt_en: Type.String(),
    alt_ru: Type.String(),
    placeholder: Type.Optional(Type.String()),
  }),
)

/**
 * Finds one of our own images.
 * @returns its facts with the alt text in that language; undefined where the address is not one of our media files
 */
export type ResolveImage = (url: string, locale: Locale) => Omit<Image, 'id'> | undefined

/** What is known of our own images. */
interface MediaImages {
  resolve: ResolveImage
  /** Another one wherever an image is another, as far as it was told by its version, or other things are said of it. */
  version: string
}

/**
 * Knows our own images by the manifest beside them.
 * @param mediaDir the folder that holds the images and `manifest.json`
 * @param nameBytes names the bytes of a file; an image without a version, or a file, is told by its name alone
 * @throws Error where the manifest cannot be read or lacks a field
 */
export async function loadMediaImages(
  mediaDir: string,
  nameBytes: (file: string) => Promise<string | undefined> = async () => undefined,
): Promise<MediaImages> {
  const manifest: Static<typeof Manifest> = Value.Parse(
    Manifest,
    JSON.parse(await readFile(join(mediaDir, 'manifest.json'), 'utf8')),
  )
  const known = new Map<string, Record<Locale, Omit<Image, 'id'>>>()
  // One after the other: who begins has time, and a thousand open files are many.
  for (const { file, width, height, alt_en: en, alt_ru: ru, placeholder = null } of manifest) {
    const version = await nameBytes(file)
    const facts = { url: version ? versionedSource(file, version) : file, width, height, placeholder }
    known.set(file, { en: { ...facts, alt: en }, ru: { ...facts, alt: ru } })
  }
  return {
    resolve: (url, locale) => known.get(url)?.[locale],
    version: versionOf(JSON.stringify([...known])),
  }
}

/** The list of images as it was read once. */
interface LoadedMedia extends MediaImages {
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
