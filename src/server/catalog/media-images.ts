import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import type { ResolveImage } from './records.ts'

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
 * Knows our own pictures by the manifest beside them.
 * @param mediaDir the folder that holds the pictures and `manifest.json`
 * @throws Error where the manifest cannot be read or lacks a field
 */
export async function loadMediaImages(mediaDir: string): Promise<ResolveImage> {
  const file = join(mediaDir, 'manifest.json')
  const manifest: Static<typeof Manifest> = Value.Parse(Manifest, JSON.parse(await readFile(file, 'utf8')))
  const known = new Map(
    manifest.map(({ file: url, width, height, alt_en: en, alt_ru: ru, placeholder = null }) => [
      url,
      { en: { url, alt: en, width, height, placeholder }, ru: { url, alt: ru, width, height, placeholder } },
    ]),
  )
  return (url, locale) => known.get(url)?.[locale]
}
