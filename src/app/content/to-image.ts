import type { ContentImage, Crop } from '#content/content-image.ts'

export interface DescribedImage extends ContentImage {
  alt: string
}

/** Reads plain data. Undefined if it has no image. */
export function toImage(value: unknown, alt?: unknown): DescribedImage | undefined {
  const crop = toCrop(value)
  if (!crop) return undefined
  const { tall, alt: own } = value as { tall?: unknown; alt?: unknown }
  const upright = toCrop(tall)
  const text = alt ?? own
  return { ...crop, alt: typeof text === 'string' ? text : '', tall: upright }
}

function toCrop(value: unknown): Crop | undefined {
  const { url, src, width, height } = (value ?? {}) as Record<string, unknown>
  const file = url ?? src
  if (typeof file !== 'string' || typeof width !== 'number' || typeof height !== 'number') return undefined
  return { url: file, width, height }
}
