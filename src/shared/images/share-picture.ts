import type { Locale } from '../i18n/locale.ts'
import { isMediaName } from './image-url.ts'

/** What messengers and networks show beside a link, in pixels. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** What a page is to those who share it, by Open Graph. */
export type ShareKind = 'website' | 'article' | 'product'

/** Whose picture is shared: a piece with its name, a photograph of ours, or else the shop's own. */
export type Shared = { piece: string } | { photo: string }

/** The folder of these pictures' addresses. */
export const SHARE_PATH = '/_share'

/**
 * The path of the picture that is shown where a page is shared, a jpeg.
 * @param shared handle of a piece, or the name of one of our media files; the shop's own picture where it is neither
 */
export function sharePicturePath(locale: Locale, shared?: Shared): string {
  if (shared && 'piece' in shared) return `${SHARE_PATH}/${locale}/piece/${encodeURIComponent(shared.piece)}.jpg`
  if (shared && isMediaName(shared.photo)) return `${SHARE_PATH}/photo/${shared.photo}.jpg`
  return `${SHARE_PATH}/${locale}/shop.jpg`
}
