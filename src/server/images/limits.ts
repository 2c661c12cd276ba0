export const MOST_IMAGE_BYTES = 20_000_000
/** Limits memory: a small file can hold a huge image. */
export const MOST_PIXELS = 50_000_000
/** Of the shorter side. A smaller image is blurred in the zoom of a product page. */
export const LEAST_SIDE = 1200
