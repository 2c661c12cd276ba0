import type { StaticHandlerContext } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'
import type { Page } from '#shared/page/page-module.ts'
import type { Category } from '#shared/product/product.ts'

import type { FooterColumn } from '../shell/load-root.ts'

export interface OwnAddress {
  /** Without the language; null if the page must not be cached. */
  address: string | null
  /** Names of the query parameters that change the page. */
  parameters: readonly string[]
}

/** Exported by page modules for the server; `without-loaders.ts` removes it from the browser's scripts. */
export interface PageMeta<Data = undefined> {
  /** The canonical address for the page-cache key. Absent if the page is personal or has unlimited variants. */
  address?: (visit: PageVisit<Data>) => OwnAddress
  jsonLd?: (visit: PageVisit<Data> & JsonLdFacts) => (Thing | undefined)[]
}

interface PageVisit<Data> {
  data: Data
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface JsonLdFacts {
  site: Site
  root: { categories: Category[]; footer: FooterColumn[] }
  path: string
}

type Visited = Pick<StaticHandlerContext, 'matches' | 'loaderData' | 'errors' | 'location'>

/** For error pages and pages that are not cached. */
export const NO_ADDRESS: OwnAddress = { address: null, parameters: [] }

export function plainAddress(address: string): OwnAddress {
  return { address, parameters: [] }
}

/** Encodes `?` and `#` in file names, which would otherwise end the path of a URL. */
export function contentAddress({ data }: PageVisit<{ document: { _path: string } }>): OwnAddress {
  return plainAddress(encodeURI(data.document._path).replaceAll(/[?#]/g, encodeURIComponent))
}

/** Shared lists are not cached, because their number is unlimited. */
export function savedListAddress(path: string, search: URLSearchParams): OwnAddress {
  return { address: search.has('pieces') ? null : path, parameters: ['pieces'] }
}

/** With the language, for the page-cache key. */
export function ownAddressOf(context: Visited, locale: Page['locale']): OwnAddress {
  const { meta, visit } = visited(context)
  const found = meta?.address?.(visit)
  if (!found || found.address === null) return NO_ADDRESS
  const { pathname, search } = new URL(localePath(locale, found.address), 'http://localhost')
  return { ...found, address: pathname + search }
}

/** Empty for an error or a page that search engines must not index. `shop` is the title of the shop page. */
export function jsonLdOf(context: Visited, { origin, brand, operator, locale }: Page, shop: string): Thing[] {
  const { meta, visit } = visited(context)
  if (context.errors || !meta?.jsonLd) return []
  const site: Site = { origin, brand, operator, locale, shop, address: (path) => origin + localePath(locale, path) }
  const { path } = splitLocalePath(context.location.pathname)
  const root = context.loaderData['locale'] as JsonLdFacts['root']
  return meta.jsonLd({ ...visit, site, root, path }).filter((thing) => thing !== undefined)
}

function visited({ matches, loaderData, location }: Visited): { meta?: PageMeta<unknown>; visit: PageVisit<unknown> } {
  const match = matches.at(-1)
  // The router copies the exports of a page's module to its route.
  const { meta } = (match?.route ?? {}) as { meta?: PageMeta<unknown> }
  const data = loaderData[match?.route.id ?? ''] as unknown
  return {
    meta,
    visit: { data, params: match?.params ?? {}, search: new URLSearchParams(location.search) },
  }
}

export type Thing = { '@type': string } & Record<string, unknown>

export interface Site extends Pick<Page, 'origin' | 'brand' | 'locale' | 'operator'> {
  /** Builds an absolute URL in the page's language from a path without language. */
  address: (path: string) => string
  /** Title of the shop page. */
  shop: string
}

export interface Crumb {
  name: string
  path: string
}

export function crumbsOf(steps: readonly Crumb[], { address }: Site): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address(path),
    })),
  }
}
