import type { StaticHandlerContext } from 'react-router'

import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { optionsInOrder, readChoice } from '#shared/product/variant-choice.ts'

import { listingSearch, type ListingQuery } from './shop/listing/listing-query.ts'

interface Asked {
  data: unknown
  params: Record<string, string | undefined>
  search: URLSearchParams
}

/** Path without its language, and query; null where the page has none that is worth keeping. */
type OwnAddress = (asked: Asked) => string | null

const listing = (path: string, query: ListingQuery): string | null =>
  // Any two amounts are a range.
  query.price ? null : path + listingSearch(query)

/** Read as an address, `?` and `#` in the name of a file would end its path. */
const written: OwnAddress = ({ data }) =>
  encodeURI((data as { document: { _path: string } }).document._path).replaceAll(/[?#]/g, encodeURIComponent)

/** Of every page that is the same for everybody; searches are not among them, since there is no end to them. */
const OWN_ADDRESSES: Record<string, OwnAddress> = {
  'pages/home-page': written,
  'pages/shop-page': () => '/shop',
  'pages/view-all-page': ({ data }) => listing('/shop/viewAll', data as ListingQuery),
  'pages/category-page': ({ data, params }) =>
    listing(`/shop/${params['category']}`, (data as { listing: ListingQuery }).listing),
  'pages/sub-category-page': ({ data, params }) =>
    listing(`/shop/${params['category']}/${params['subCategory']}`, (data as { listing: ListingQuery }).listing),
  'pages/product-page': ({ data, search }) => productAddress((data as { product: ShownProduct }).product, search),
  'pages/ring-size-page': () => '/ring-size',
  'pages/journal-page': written,
  'pages/article-page': written,
  'pages/content-page': written,
}

/** The address by which a page is kept: one for each page, however many lead to it. */
export function ownAddressOf(
  { matches, loaderData, location }: Pick<StaticHandlerContext, 'matches' | 'loaderData' | 'location'>,
  locale: Locale,
): string | null {
  const match = matches.at(-1)
  const own = match && OWN_ADDRESSES[match.route.id ?? '']
  const search = new URLSearchParams(location.search)
  const address = own?.({ data: loaderData[match?.route.id ?? ''], params: match?.params ?? {}, search }) ?? null
  if (address === null) return null
  const { pathname, search: query } = new URL(localePath(locale, address), 'http://localhost')
  return pathname + query
}

/** Whatever of a choice the piece has, in one order: a link may name the metal alone. */
function productAddress(product: ShownProduct, search: URLSearchParams): string {
  const choice = readChoice(product, search)
  const asked = optionsInOrder(product).flatMap(({ code }) => {
    const value = choice[code]
    return value === undefined ? [] : [[code, value]]
  })
  const query = new URLSearchParams(asked)
  return `/shop/product/${encodeURIComponent(product.handle)}${query.size > 0 ? `?${query}` : ''}`
}
