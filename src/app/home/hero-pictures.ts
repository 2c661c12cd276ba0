import type { ShopPicture } from '../shop/category-pictures.ts'

/** One photograph in two crops: along the width of a desk, and upright in a hand. */
export interface HeroPicture {
  wide: ShopPicture
  tall: ShopPicture
}

export const EMERALD_VELVET: HeroPicture = {
  wide: {
    url: 'hero-emerald-velvet-ring.webp',
    width: 2000,
    height: 1125,
    placeholder:
      'data:image/webp;base64,UklGRkIAAABXRUJQVlA4IDYAAADwAQCdASoQAAkAAwBSJYwAAxbrugqv2gAA/vbIAtXd7JCLTxunkWrxtyskSyj2pRkvuT9EYAA=',
  },
  tall: {
    url: 'hero-emerald-velvet-ring-tall.webp',
    width: 900,
    height: 1125,
    placeholder:
      'data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAAAwAgCdASoNABAABUB8JYwAAt0HsFHo/3RgAAD+0NY/IDaaKNTvwVCP8w/5NckdO4JeW95XYXF/ifpZgAA=',
  },
}

export const CHARCOAL_HALO: HeroPicture = {
  wide: {
    url: 'hero-charcoal-halo-ring.webp',
    width: 2000,
    height: 1125,
    placeholder:
      'data:image/webp;base64,UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoQAAkAAwBSJaQAAu1/qnu1AAD+9MAe7g+Szt68FGZXMMm6KXtOnzDOu6aWXRQAAAA=',
  },
  tall: {
    url: 'hero-charcoal-halo-ring-tall.webp',
    width: 900,
    height: 1125,
    placeholder:
      'data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAADQAQCdASoNABAABUB8JaQAAsWMQJZgAAD+7pJ/pjVd9++IECbF58KAahNJ38FODG4AJa10bRYWyy1gAAA=',
  },
}
