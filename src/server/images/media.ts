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
  }),
)

/** Undefined if the URL is not that of one of our media files. */
export type ResolveImage = (url: string, locale: Locale) => Omit<Image, 'id'> | undefined

interface MediaImages {
  resolve: ResolveImage
  /** Changes if the version of an image or its data in the manifest changes. */
  version: string
}

/** `nameBytes` returns a version; without one a file name identifies the image. Throws if the manifest is invalid. */
export async function loadMediaImages(
  mediaDir: string,
  nameBytes: (file: string) => Promise<string | undefined> = async () => undefined,
): Promise<MediaImages> {
  const manifest: Static<typeof Manifest> = Value.Parse(
    Manifest,
    JSON.parse(await readFile(join(mediaDir, 'manifest.json'), 'utf8')),
  )
  const known = new Map<string, Record<Locale, Omit<Image, 'id'>>>()
  // Read one image after the other: the start is not urgent, and a thousand open files are too many.
  for (const { file, width, height, alt_en: en, alt_ru: ru } of manifest) {
    const version = await nameBytes(file)
    const facts = { url: version ? versionedSource(file, version) : file, width, height }
    known.set(file, { en: { ...facts, alt: en }, ru: { ...facts, alt: ru } })
  }
  return {
    resolve: (url, locale) => known.get(url)?.[locale],
    version: versionOf(JSON.stringify([...known])),
  }
}

interface LoadedMedia extends MediaImages {
  /** Each call checks only a part of a long manifest. */
  haveChanged(): Promise<boolean>
}

export interface Media {
  /** @throws Error if the manifest cannot be read or lacks a field; the previous one then remains in use */
  load(): Promise<LoadedMedia>
  resolve: ResolveImage
  /** Of a file's current bytes; undefined if there is no such file. */
  versionOf(name: string): Promise<string | undefined>
  /** @throws Error if the file no longer has that version */
  read(name: string, version: string): Promise<Buffer>
}

interface Look {
  stamp: string
  version: string
}

const MOST_LOOKS = 500

export function createMedia(dir: string): Media {
  const versions = new Map<string, Look>()
  let resolve: ResolveImage = () => undefined

  async function stampOf(name: string): Promise<string | undefined> {
    // The bytes may have changed with the same time and size, but not with the same change time.
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

/** Compares the next batch at each call, and starts again after the last file. */
function compareInBatches(
  stamps: readonly [string, string | undefined][],
  stampOf: (name: string) => Promise<string | undefined>,
): () => Promise<boolean> {
  let begun = 0
  return async () => {
    const batch = stamps.slice(begun, begun + MOST_LOOKS)
    begun = begun + MOST_LOOKS < stamps.length ? begun + MOST_LOOKS : 0
    // Check one file after the other, because no request waits for it.
    for (const [name, stamp] of batch) if ((await stampOf(name)) !== stamp) return true
    return false
  }
}
