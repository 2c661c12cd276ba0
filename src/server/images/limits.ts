/** The largest source image in bytes. */
export const MOST_IMAGE_BYTES = 20_000_000
/** The largest source image in pixels. Limits memory: a small file can hold a huge image. */
export const MOST_PIXELS = 50_000_000
/** The shorter side of a source image in pixels. A smaller image is blurred in the zoom of a product page. */
export const LEAST_SIDE = 1200
