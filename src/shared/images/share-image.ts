import type { Locale } from '../i18n/locale.ts'
import { isMediaName } from './image-url.ts'

/** What messengers and networks show beside a link, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

/** What a page is to those who share it, by Open Graph. */
export type ShareKind = 'website' | 'article' | 'product'

/** Whose image is shared: a product with its name, a photograph of ours, or else the shop's own. */
export type Shared = { piece: string } | { photo: string }

/** The folder of these images' addresses. */
export const SHARE_PATH = '/_share'

/**
 * The path of the image that is shown where a page is shared, a jpeg.
 * @param shared handle of a product, or the name of one of our media files; the shop's own image where it is neither
 */
export function shareImagePath(locale: Locale, shared?: Shared): string {
  if (shared && 'piece' in shared) return `${SHARE_PATH}/${locale}/piece/${encodeURIComponent(shared.piece)}.jpg`
  if (shared && isMediaName(shared.photo)) return `${SHARE_PATH}/photo/${shared.photo}.jpg`
  return `${SHARE_PATH}/${locale}/shop.jpg`
}
