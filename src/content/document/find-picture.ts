import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/i18n/locale.ts'

import type { ContentPicture, Crop } from '../content-picture.ts'

/** What our media know of a picture; the alternative text there is the shop's, an author writes another. */
export type ResolveImage = (file: string, locale: Locale) => Crop | undefined

/** @returns the picture of that name with its upright crop; undefined where there is none */
export type PictureFinder = (file: string) => ContentPicture | undefined

export function createPictureFinder(resolve: ResolveImage, locale: string): PictureFinder {
  const find = (file: string): Crop | undefined => {
    const found = resolve(file, isLocale(locale) ? locale : DEFAULT_LOCALE)
    return found && { url: found.url, width: found.width, height: found.height, placeholder: found.placeholder }
  }
  return (file) => {
    const picture = find(file)
    const tall = find(file.replace(/(?=\.[^.]+$)/, '-tall'))
    return picture && { ...picture, ...(tall ? { tall } : {}) }
  }
}
