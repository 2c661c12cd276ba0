/** The breakpoints xs to xxl (320 to 1536) at densities 1 and 2: the only widths that the server makes. */
export const IMAGE_WIDTHS = [320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072] as const

/** As JPEG too, because mail clients do not support WebP: a small one, and a wide one at twice its size. */
export const JPEG_WIDTHS = [320, 1280] as const
type JpegWidth = (typeof JPEG_WIDTHS)[number]

/** In pixels, for messengers and social networks. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

const IMAGE_PATH = '/_image'
const FILE_PATH = '/_media'
const REMOTE = 'remote/'
const MEDIA_NAME = /^([a-z0-9][a-z0-9-]*)(?:\.([A-Za-z0-9_-]{10}))?(\.(?:webp|jpe?g|png|avif|webm|mp4|glb|usdz))$/
/** Files that are sent as they are: films and models. */
export const FILE_TYPES = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  glb: 'model/gltf-binary',
  usdz: 'model/vnd.usdz+zip',
} as const

type ImageSource = { kind: 'media'; name: string; version: string | undefined } | { kind: 'remote'; url: URL }

/** `source` is a file name of ours or an http(s) URL, `width` one of IMAGE_WIDTHS. */
export function imageUrl(source: string, width: number): string {
  return `${IMAGE_PATH}/${width}/${toPath(source)}`
}

/** `source` is a film or a model: a file name of ours or an http(s) URL. */
export function fileUrl(source: string): string {
  return `${FILE_PATH}/${toPath(source)}`
}

/** By the ending of a file name or URL; undefined if it is neither a film nor a model. */
export function fileTypeOf(source: string): string | undefined {
  const ending = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(source)?.[1]?.toLowerCase() ?? ''
  return Object.entries(FILE_TYPES).find(([one]) => one === ending)?.[1]
}

export function jpegUrl(origin: string, source: string, width: JpegWidth): string {
  return `${origin}${IMAGE_PATH}/${width}.jpg/${toPath(source)}`
}

/** By default the shop's own image. */
export function shareImageUrl(origin: string, source = 'social-share.webp'): string {
  return `${origin}${IMAGE_PATH}/${SHARE_IMAGE.width}x${SHARE_IMAGE.height}.jpg/${toPath(source)}`
}

/** The URL changes with the image's bytes, so that it can be cached forever. */
export function versionedSource(name: string, version: string): string {
  return name.replace(/(?=\.[^.]+$)/, `.${version}`)
}

export function imageWidths(sourceWidth: number): number[] {
  const whole = IMAGE_WIDTHS.findIndex((width) => width >= sourceWidth)
  return IMAGE_WIDTHS.slice(0, whole === -1 ? undefined : whole + 1)
}

export function imageSrcSet(source: string, sourceWidth: number): string {
  return imageWidths(sourceWidth)
    .map((width) => `${imageUrl(source, width)} ${width}w`)
    .join(', ')
}

/** The caller decides whether a remote host is allowed. */
export function parseImageSource(text: string): ImageSource | undefined {
  const [, stem, version, ending] = MEDIA_NAME.exec(text) ?? []
  if (stem && ending) return { kind: 'media', name: stem + ending, version }
  if (!text.startsWith(REMOTE)) return undefined
  const address = fromBase64Url(text.slice(REMOTE.length))
  if (address === undefined || !isAbsolute(address) || !URL.canParse(address)) return undefined
  return { kind: 'remote', url: new URL(address) }
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
