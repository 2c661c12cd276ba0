import sharp from 'sharp'

export interface ImageFacts {
  /** The name that sharp has for the format, or `heic`, which sharp names like AVIF and cannot decode. */
  format: string
  width: number
  height: number
}

/** @throws Error if the bytes are not an image */
export async function readImageFacts(bytes: Uint8Array): Promise<ImageFacts> {
  const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { format: compression === 'hevc' ? 'heic' : format, width, height }
}
