/** Belongs to a page, which provides the alternative text, rather than to a product. */
export interface ShopImage {
  url: string
  width: number
  height: number
  /** CSS `object-position` for a frame that crops the image. Default: the center. */
  fit?: string
}

export const CATEGORY_IMAGES: Record<string, ShopImage> = {
  rings: {
    url: 'tile-rings.webp',
    width: 1440,
    height: 1760,
  },
  necklaces: {
    url: 'tile-necklaces.webp',
    width: 1440,
    height: 1760,
  },
  earrings: {
    url: 'tile-earrings.webp',
    width: 1440,
    height: 1760,
  },
  bracelets: {
    url: 'tile-bracelets.webp',
    width: 1440,
    height: 1760,
  },
  sets: {
    url: 'tile-sets.webp',
    fit: 'object-[50%_92%]',
    width: 1440,
    height: 1760,
  },
}
