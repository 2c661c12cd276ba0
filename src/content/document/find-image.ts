import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/i18n/locale.ts'

import type { ContentImage, Crop } from '../content-image.ts'

/** The alt text of the media folder is not used, because the author writes a separate one. */
export type ResolveImage = (file: string, locale: Locale) => Crop | undefined

export type ImageFinder = (file: string) => ContentImage | undefined

export function createImageFinder(resolve: ResolveImage, locale: string): ImageFinder {
  const find = (file: string): Crop | undefined => {
    const found = resolve(file, isLocale(locale) ? locale : DEFAULT_LOCALE)
    return found && { url: found.url, width: found.width, height: found.height }
  }
  return (file) => {
    const image = find(file)
    const tall = find(file.replace(/(?=\.[^.]+$)/, '-tall'))
    return image && { ...image, ...(tall ? { tall } : {}) }
  }
}
