import type { ShopPicture } from '../shop/category-pictures.ts'

export const EMERALD_VELVET: ShopPicture = {
  url: 'hero-emerald-velvet-ring.webp',
  width: 2000,
  height: 1125,
  placeholder:
    'data:image/webp;base64,UklGRkIAAABXRUJQVlA4IDYAAADwAQCdASoQAAkAAwBSJYwAAxbrugqv2gAA/vbIAtXd7JCLTxunkWrxtyskSyj2pRkvuT9EYAA=',
}

export const CHARCOAL_HALO: ShopPicture = {
  url: 'hero-charcoal-halo-ring.webp',
  width: 2000,
  height: 1125,
  placeholder:
    'data:image/webp;base64,UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoQAAkAAwBSJaQAAu1/qnu1AAD+9MAe7g+Szt68FGZXMMm6KXtOnzDOu6aWXRQAAAA=',
}
