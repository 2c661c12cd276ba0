import type { StaticHandlerContext } from 'react-router'

import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { optionsInOrder, readChoice } from '#shared/product/variant-choice.ts'

import { listingSearch, CATEGORY_PARAMETERS, type ListingQuery } from './listing/listing-query.ts'

interface Asked {
  data: unknown
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface OwnAddress {
  /** Path and query; null where the page has none that is worth keeping. */
  address: string | null
  /** Names of what in a query makes a difference to the page. */
  parameters: readonly string[]
}

/** Of a page that has none, or an error's. */
export const NO_ADDRESS: OwnAddress = { address: null, parameters: [] }

const plain = (address: string): OwnAddress => ({ address, parameters: [] })

const listing = (path: string, query: ListingQuery): OwnAddress => ({
  // Any two amounts are a range.
  address: query.price ? null : path + listingSearch(query),
  parameters: CATEGORY_PARAMETERS,
})

/** Read as an address, `?` and `#` in the name of a file would end its path. */
const written = ({ data }: Asked): OwnAddress =>
  plain(encodeURI((data as { document: { _path: string } }).document._path).replaceAll(/[?#]/g, encodeURIComponent))

/** There is no end to the lists of products that someone may show to someone. */
const unlessOfProducts = (path: string, search: URLSearchParams): OwnAddress => ({
  address: search.has('pieces') ? null : path,
  parameters: ['pieces'],
})

/** Of every page that is the same for everybody; searches are not among them, since there is no end to them. */
const OWN_ADDRESSES: Record<string, (asked: Asked) => OwnAddress> = {
  'pages/home-page': written,
  'pages/shop-page': () => plain('/shop'),
  'pages/view-all-page': ({ data }) => listing('/shop/viewAll', data as ListingQuery),
  'pages/category-page': ({ data, params }) =>
    listing(`/shop/${params['category']}`, (data as { listing: ListingQuery }).listing),
  'pages/sub-category-page': ({ data, params }) =>
    listing(`/shop/${params['category']}/${params['subCategory']}`, (data as { listing: ListingQuery }).listing),
  'pages/product-page': ({ data, search }) => productAddress((data as { product: ShownProduct }).product, search),
  'pages/ring-size-page': () => plain('/ring-size'),
  'pages/wish-list-page': ({ search }) => unlessOfProducts('/wishlist', search),
  'pages/compare-page': ({ search }) => unlessOfProducts('/compare', search),
  'pages/journal-page': written,
  'pages/article-page': written,
  'pages/content-page': written,
}

/** The address by which a page is kept, with its language: one for each page, however many lead to it. */
export function ownAddressOf(
  { matches, loaderData, location }: Pick<StaticHandlerContext, 'matches' | 'loaderData' | 'location'>,
  locale: Locale,
): OwnAddress {
  const match = matches.at(-1)
  const own = OWN_ADDRESSES[match?.route.id ?? '']
  const search = new URLSearchParams(location.search)
  const found = own?.({ data: loaderData[match?.route.id ?? ''], params: match?.params ?? {}, search })
  if (!found || found.address === null) return NO_ADDRESS
  const { pathname, search: query } = new URL(localePath(locale, found.address), 'http://localhost')
  return { ...found, address: pathname + query }
}

/** Whatever of a choice the product has, in one order: a link may name the metal alone. */
function productAddress(product: ShownProduct, search: URLSearchParams): OwnAddress {
  const choice = readChoice(product, search)
  const codes = optionsInOrder(product).map(({ code }) => code)
  const asked = codes.flatMap((code) => (choice[code] === undefined ? [] : [[code, choice[code]]]))
  const query = new URLSearchParams(asked)
  return {
    address: `/shop/product/${encodeURIComponent(product.handle)}${query.size > 0 ? `?${query}` : ''}`,
    parameters: codes,
  }
}
