import { readFile } from 'node:fs/promises'
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
export interface MediaImages {
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
