import type { Locale } from '../i18n/locale.ts'

/** The breakpoints xs to xxl (320 to 1536) at densities 1 and 2: the only widths that the server makes. */
export const IMAGE_WIDTHS = [320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072] as const

/**
 * Widths that are also available as JPEG for emails, because mail clients do not support WebP: one for a small image,
 * and one for a wide image at twice its size.
 */
export const EMAIL_IMAGE_WIDTHS = [320, 1280] as const
type EmailImageWidth = (typeof EMAIL_IMAGE_WIDTHS)[number]

const IMAGE_PATH = '/_image'
const REMOTE = 'remote/'
const MEDIA_NAME = /^([a-z0-9][a-z0-9-]*)(?:\.([A-Za-z0-9_-]{10}))?(\.(?:webp|jpe?g|png|avif))$/

/**
 * An image source: the file name of one of our images, with or without a hash of its bytes, or the URL of an image of
 * the backend.
 */
type ImageSource = { kind: 'media'; name: string; version: string | undefined } | { kind: 'remote'; url: URL }

/**
 * URL of one size of an image, as WebP or a better format that the browser accepts.
 * @param source name of one of our media files, with or without its version, or an absolute http(s) URL
 * @param width one of IMAGE_WIDTHS
 */
export function imageUrl(source: string, width: number): string {
  return `${IMAGE_PATH}/${width}/${toPath(source)}`
}

/**
 * Absolute URL of a JPEG for an email.
 * @param source as in imageUrl
 */
export function emailImageUrl(origin: string, source: string, width: EmailImageWidth): string {
  return `${origin}${IMAGE_PATH}/${width}.jpg/${toPath(source)}`
}

/**
 * Source of an image whose URL changes with its bytes, so that it can be cached forever.
 * @param name of one of our media files
 * @param version 10 characters of a hash of its bytes
 */
export function versionedSource(name: string, version: string): string {
  return name.replace(/(?=\.[^.]+$)/, `.${version}`)
}

/**
 * The widths that are useful to download: up to the first one that is at least as wide as the source.
 * @param sourceWidth the source's own width in pixels
 */
export function imageWidths(sourceWidth: number): number[] {
  const whole = IMAGE_WIDTHS.findIndex((width) => width >= sourceWidth)
  return IMAGE_WIDTHS.slice(0, whole === -1 ? undefined : whole + 1)
}

/** The `srcset` of an image. */
export function imageSrcSet(source: string, sourceWidth: number): string {
  return imageWidths(sourceWidth)
    .map((width) => `${imageUrl(source, width)} ${width}w`)
    .join(', ')
}

/**
 * Parses the part of a URL after `/_image/{width}/`. The caller decides whether a remote host is allowed.
 * @returns undefined for anything that imageUrl() would not have written
 */
export function parseImageSource(text: string): ImageSource | undefined {
  const [, stem, version, ending] = MEDIA_NAME.exec(text) ?? []
  if (stem && ending) return { kind: 'media', name: stem + ending, version }
  if (!text.startsWith(REMOTE)) return undefined
  const address = fromBase64Url(text.slice(REMOTE.length))
  if (address === undefined || !isAbsolute(address) || !URL.canParse(address)) return undefined
  return { kind: 'remote', url: new URL(address) }
}

function isMediaName(source: string): boolean {
  return MEDIA_NAME.test(source)
}

function toPath(source: string): string {
  return isAbsolute(source) ? REMOTE + toBase64Url(source) : source
}

function isAbsolute(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** Size of the preview image that messengers and social networks show, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

/** The page's type in Open Graph. */
export type ShareKind = 'website' | 'article' | 'product'

/** The subject of a share image: a product with its name, or one of our photographs. */
export type Shared = { piece: string } | { photo: string }

/** URL path prefix of the share images. */
export const SHARE_PATH = '/_share'

/**
 * Path of the share image of a page, a JPEG.
 * @param shared handle of a product, or name of one of our media files; otherwise the shop's own image
 */
export function shareImagePath(locale: Locale, shared?: Shared): string {
  if (shared && 'piece' in shared) return `${SHARE_PATH}/${locale}/piece/${encodeURIComponent(shared.piece)}.jpg`
  if (shared && isMediaName(shared.photo)) return `${SHARE_PATH}/photo/${shared.photo}.jpg`
  return `${SHARE_PATH}/${locale}/shop.jpg`
}
