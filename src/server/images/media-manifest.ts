import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Image } from '#shared/api/product.ts'
import type { Locale } from '#shared/i18n/locale.ts'

interface MediaFile {
  file: string
  width: number
  height: number
  alt_en: string
  alt_ru: string
  placeholder: string
}

/** Frames for pictures of which nothing is known but their address. */
const UNKNOWN_SIZE = 1200

/** `url` is one of our media files by name, or an absolute address; `title` stands in for a missing description. */
export type ResolveImage = (url: string, locale: Locale, title: string) => Image

/**
 * What is known of our own pictures.
 * @param mediaDir the folder with `manifest.json`
 */
export async function loadMediaManifest(mediaDir: string): Promise<ResolveImage> {
  const files = JSON.parse(await readFile(join(mediaDir, 'manifest.json'), 'utf8')) as MediaFile[]
  const byName = new Map(files.map((file) => [file.file, file]))
  return (url, locale, title) => {
    const known = byName.get(url)
    if (!known) return { id: url, url, alt: title, width: UNKNOWN_SIZE, height: UNKNOWN_SIZE, placeholder: null }
    const { width, height, placeholder } = known
    return { id: url, url, alt: locale === 'ru' ? known.alt_ru : known.alt_en, width, height, placeholder }
  }
}
