import type { HttpTypes } from '@medusajs/types'

import type { FileProduct } from './file-product.ts'
import type { PlanContext, ProductPlan } from './plan.ts'

/** Stands for the URL of an image that is not uploaded yet. */
const NOT_UPLOADED = 'new:'

export function planImages(
  file: FileProduct,
  product: HttpTypes.AdminProduct,
  { update, changes, links }: ProductPlan,
  context: PlanContext,
): void {
  if (file.images.length === 0) return
  const existing = (product.images ?? []).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const known = urlsOf(product)
  const urls = imageUrls(file, known, context)
  const wanted = [...urls, ...known.filter((url) => !urls.includes(url))]
  const isSame = wanted.length === existing.length && wanted.every((url, index) => url === existing[index]?.url)
  if (!isSame || product.thumbnail !== wanted[0]) {
    update.images = wanted.map((url) => {
      const id = existing.find((image) => image.url === url)?.id
      return id ? { id, url } : { url }
    })
    if (wanted[0]) update.thumbnail = wanted[0]
    const added = urls.filter((url) => !existing.some((image) => image.url === url)).length
    changes.push(added > 0 ? `images: ${added} new` : 'order of images')
    return
  }
  for (const [index, url] of urls.entries()) {
    const image = existing.find((one) => one.url === url)
    // Two sources may have the same content.
    const sources = file.images.filter((source) => imageUrl(source, known, context) === url)
    const shown = file.variants.filter(({ images }) => images.some((source) => sources.includes(source)))
    const skus = new Set(shown.map(({ sku }) => sku))
    const linked = new Set(variantsOf(image).map(({ id }) => id))
    const variantIds = (product.variants ?? [])
      .filter(({ id, sku }) => skus.has(sku ?? '') && !linked.has(id))
      .map(({ id }) => id)
    if (!image || variantIds.length === 0) continue
    links.push({ imageId: image.id, variantIds })
    changes.push(`image ${index + 1}: shows ${variantIds.length} more variants`)
  }
}

export function urlsOf({ images }: HttpTypes.AdminProduct): string[] {
  return (images ?? []).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ url }) => url)
}

/** The variants that an image was assigned to. A variant's own `images` contain those of no variant, too. */
function variantsOf(image: HttpTypes.AdminProductImage | undefined): { id: string }[] {
  return (image as { variants?: { id: string }[] } | undefined)?.variants ?? []
}

/** Returns the URLs of the file's images: the one with the same content that the product has, or the uploaded one. */
export function imageUrls(file: FileProduct, known: readonly string[], context: PlanContext): string[] {
  return [...new Set(file.images.map((source) => imageUrl(source, known, context)))]
}

export function imageUrl(source: string, known: readonly string[], { images, uploaded }: PlanContext): string {
  const hash = images.get(source)?.hash ?? source
  return known.find((url) => url.includes(hash)) ?? uploaded.get(hash) ?? `${NOT_UPLOADED}${hash}`
}
