/** For pages, for browsers that support a smaller format, and for emails. */
export type ImageFormat = 'webp' | 'avif' | 'jpeg'

export interface ImageSize {
  /** In pixels; a smaller image is not enlarged. */
  width: number
  format: ImageFormat
}

/** With equal results: AVIF at 57 is a fifth smaller than WebP at 78. More effort would take three times as long. */
export const RECIPES = {
  webp: { quality: 78 },
  avif: { quality: 57, effort: 3 },
  jpeg: { quality: 82 },
} as const satisfies Record<ImageFormat, object>
