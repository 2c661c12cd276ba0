/** Belongs to a page, which provides the alternative text, rather than to a product. */
export interface ShopImage {
  url: string
  width: number
  height: number
  placeholder: string
  /** CSS `object-position` for a frame that crops the image. Default: the center. */
  fit?: string
}

export const CATEGORY_IMAGES: Record<string, ShopImage> = {
  rings: {
    url: 'tile-rings.webp',
    width: 900,
    height: 1100,
    placeholder:
      'data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAAAQAgCdASoNABAAAwBSJQBOgCHh4kfbKHQAAP7yB15nWTkWPGCrlTLd0+4mON0cN15Hv83HEYZ++ZgAAAA=',
  },
  necklaces: {
    url: 'tile-necklaces.webp',
    width: 900,
    height: 1100,
    placeholder:
      'data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAADwAQCdASoNABAAAwBSJYwCdAEN00KJyjgA/vOkALf6bay7e7IHpVnFOHagbO0iC0AwAA==',
  },
  earrings: {
    url: 'tile-earrings.webp',
    width: 900,
    height: 1100,
    placeholder:
      'data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoNABAAAwBSJYwCdAEPASS0AAD+83nMRcjeejve2ZAaFR+A91568RhoCL4gAA==',
  },
  bracelets: {
    url: 'tile-bracelets.webp',
    width: 900,
    height: 1100,
    placeholder:
      'data:image/webp;base64,UklGRkQAAABXRUJQVlA4IDgAAADQAQCdASoNABAAAwBSJQBOgCHcbIywAAD+9NpBb/4X2PY3nLQ1II8K8qqQUZmpG84RhozksgAAAA==',
  },
  sets: {
    url: 'tile-sets.webp',
    fit: 'object-[50%_92%]',
    width: 900,
    height: 1100,
    placeholder:
      'data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAAAQAgCdASoNABAAAwBSJYwCdAEPAlX7FgFAAP703o4ypY6FyXUFQBMHxZq2gAAA',
  },
}
