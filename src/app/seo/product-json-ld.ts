import { jpegUrl, fileTypeOf, fileUrl } from '#shared/images/image-url.ts'
import { toDecimal } from '#shared/money/format-money.ts'
import { categoryPath, productPath } from '#shared/page/page-paths.ts'
import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { ASK, choiceQuery, isBackOrder, isSoldOut, optionsInOrder, readChoice } from '#shared/product/variant-choice.ts'

import type { OwnAddress, Crumb, Site, Thing } from './page-meta.ts'

/** Search engines show only a few images. */
const MOST_IMAGES = 4

/**
 * Contains no ratings, because the shop selects the testimonials on the page, so they are not representative.
 * @returns undefined if no variant has a price: search engines refuse a product without an offer
 */
export function productJsonLd(product: ShownProduct, { origin, brand, address }: Site): Thing | undefined {
  const { id, title, description, subtitle, images, material, categories, variants } = product
  const path = productPath(product.handle)
  const offers = variants.flatMap((variant) => toOffer(variant, address(path + choiceQuery(product, variant.options))))
  if (offers.length === 0) return undefined
  const pictures = images.slice(0, MOST_IMAGES).map(({ url }) => jpegUrl(origin, url, 1280))
  const shows = showsOf(product, origin, pictures[0])
  return {
    '@type': 'Product',
    productID: id,
    name: title,
    description: description ?? subtitle ?? title,
    url: address(path),
    ...(pictures.length > 0 ? { image: pictures } : {}),
    brand: { '@type': 'Brand', name: brand },
    ...(material ? { material } : {}),
    ...(categories[0] ? { category: categories[0].name } : {}),
    ...(shows.length > 0 ? { subjectOf: shows } : {}),
    offers,
  }
}

/** The film and the model. */
function showsOf(
  { films, model, title, created_at }: ShownProduct,
  origin: string,
  thumbnailUrl: string | undefined,
): Thing[] {
  const film = Object.values(films)[0]?.at(-1)
  const at = (file: string) => ({ contentUrl: origin + fileUrl(file), encodingFormat: fileTypeOf(file) })
  return [
    ...(film && thumbnailUrl
      ? [{ '@type': 'VideoObject', name: title, description: title, thumbnailUrl, uploadDate: created_at, ...at(film) }]
      : []),
    ...(model.length > 0
      ? [{ '@type': '3DModel', name: title, encoding: model.map((file) => ({ '@type': 'MediaObject', ...at(file) })) }]
      : []),
  ]
}

/** Contains the product's options in a fixed order, and the one that a form without JavaScript asks for. */
export function productAddress(product: ShownProduct, search: URLSearchParams): OwnAddress {
  const choice = readChoice(product, search)
  const codes = optionsInOrder(product).map(({ code }) => code)
  const asked = codes.flatMap((code) => (choice[code] === undefined ? [] : [[code, choice[code]]]))
  const query = new URLSearchParams(asked)
  const request = search.get(ASK)
  if (request !== null && codes.includes(request)) query.set(ASK, request)
  return {
    address: `${productPath(product.handle)}${query.size > 0 ? `?${query}` : ''}`,
    parameters: [...codes, ASK],
  }
}

export function productCrumbs({ handle, title, categories }: ShownProduct, { shop }: Site): Crumb[] {
  const child = categories.find(({ parent }) => parent !== null)
  const top = categories.find((category) => category.parent === null && (!child || category.handle === child.parent))
  return [
    { name: shop, path: '/shop' },
    ...(top ? [{ name: top.name, path: categoryPath(top.handle) }] : []),
    ...(top && child ? [{ name: child.name, path: categoryPath(top.handle, child.handle) }] : []),
    { name: title, path: productPath(handle) },
  ]
}

/** Empty if the variant has no price. */
function toOffer(variant: ShownVariant, url: string): Thing[] {
  const { id, calculated_price: price } = variant
  if (!price) return []
  return [
    {
      '@type': 'Offer',
      sku: id,
      url,
      price: toDecimal(price.calculated_amount),
      priceCurrency: price.currency_code,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: toDecimal(price.calculated_amount),
        priceCurrency: price.currency_code,
        valueAddedTaxIncluded: price.tax_inclusive,
      },
      availability: `https://schema.org/${availabilityOf(variant)}`,
    },
  ]
}

function availabilityOf(variant: ShownVariant): string {
  if (isSoldOut(variant)) return 'OutOfStock'
  return isBackOrder(variant) ? 'BackOrder' : 'InStock'
}
