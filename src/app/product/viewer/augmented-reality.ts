import { fileUrl } from '#shared/images/image-url.ts'
import { plainModelOf } from '#shared/product/read-films.ts'

type Phone = 'iphone' | 'android'

/** The phones that show a piece in their own camera: iPhones by Quick Look, Android by Scene Viewer. */
export function phoneWithAr(): Phone | undefined {
  if (document.createElement('a').relList.supports('ar')) return 'iphone'
  // Firefox does not open other programs by an intent.
  return /Android/.test(navigator.userAgent) && !navigator.userAgent.includes('Firefox') ? 'android' : undefined
}

interface ShownModel {
  title: string
  /** File names or URLs, as in a product. */
  files: readonly string[]
  metal: string
  /** Makes a model for an iPhone if the product has none. */
  toUsdz: () => Promise<Blob>
}

/** At its true size: neither program lets the shopper enlarge it. */
export async function openAr(phone: Phone, { title, files, metal, toUsdz }: ShownModel): Promise<void> {
  const link = document.createElement('a')
  if (phone === 'android') {
    const glb = new URL(fileUrl(plainModelOf(files) ?? ''), location.origin)
    glb.searchParams.set('metal', metal)
    const scene = new URLSearchParams({ file: glb.href, mode: 'ar_preferred', resizable: 'false', title })
    link.href = `intent://arvr.google.com/scene-viewer/1.2?${scene}#Intent;scheme=https;package=com.google.android.googlequicksearchbox;action=android.intent.action.VIEW;S.browser_fallback_url=${encodeURIComponent(location.href)};end;`
    link.click()
    return
  }
  const usdz = files.find((file) => file.endsWith('.usdz'))
  const url = usdz === undefined ? URL.createObjectURL(await toUsdz()) : fileUrl(usdz)
  link.rel = 'ar'
  link.href = `${url}#allowsContentScaling=0`
  // Without an image in it, Safari would follow the link as any other.
  link.append(document.createElement('img'))
  link.click()
  if (usdz === undefined) setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
