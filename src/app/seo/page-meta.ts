import type { StaticHandlerContext } from 'react-router'

import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'
import type { Page } from '#shared/page/page-module.ts'
import type { Category } from '#shared/product/product.ts'

import type { FooterColumn } from '../shell/load-root.ts'

export interface OwnAddress {
  /** Path and query without the language; null where the page has none that is worth caching. */
  address: string | null
  /** Names of the query's parameters that make a difference to the page. */
  parameters: readonly string[]
}

/**
 * What a page's module says of it to the cache and to search engines. Only the server reads it: each module exports it
 * as `import.meta.env.SSR ? … : undefined`, which keeps it out of the browser's scripts.
 * @template Data what the page's loader returns
 */
export interface PageMeta<Data = undefined> {
  /** The address by which the page is cached; absent where it is one visitor's own, or where there is no end of them. */
  address?: (visit: PageVisit<Data>) => OwnAddress
  /** What the page shows, in the vocabulary of schema.org. */
  jsonLd?: (visit: PageVisit<Data> & JsonLdFacts) => (Thing | undefined)[]
}

interface PageVisit<Data> {
  data: Data
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface JsonLdFacts {
  speaker: Speaker
  /** What stands on every page. */
  root: { categories: Category[]; footer: FooterColumn[] }
  /** Without its language. */
  path: string
}

type Visited = Pick<StaticHandlerContext, 'matches' | 'loaderData' | 'errors' | 'location'>

/** Of a page that has no address of its own, or of an error's. */
export const NO_ADDRESS: OwnAddress = { address: null, parameters: [] }

export function plainAddress(address: string): OwnAddress {
  return { address, parameters: [] }
}

/** Read as an address, `?` and `#` in the name of a file would end its path. */
export function contentAddress({ data }: PageVisit<{ document: { _path: string } }>): OwnAddress {
  return plainAddress(encodeURI(data.document._path).replaceAll(/[?#]/g, encodeURIComponent))
}

/** There is no end to the lists of products that people send each other. */
export function savedListAddress(path: string, search: URLSearchParams): OwnAddress {
  return { address: search.has('pieces') ? null : path, parameters: ['pieces'] }
}

/** @returns the address by which a page is cached, with its language: one for each page, however many lead to it */
export function ownAddressOf(context: Visited, locale: Page['locale']): OwnAddress {
  const { meta, visit } = visited(context)
  const found = meta?.address?.(visit)
  if (!found || found.address === null) return NO_ADDRESS
  const { pathname, search } = new URL(localePath(locale, found.address), 'http://localhost')
  return { ...found, address: pathname + search }
}

/**
 * @param shop what the shop's own page is called, in the page's language
 * @returns what a page says of itself to search engines; nothing for an error, or a page that they are not to find
 */
export function jsonLdOf(context: Visited, { origin, brand, locale }: Page, shop: string): Thing[] {
  const { meta, visit } = visited(context)
  if (context.errors || !meta?.jsonLd) return []
  const speaker: Speaker = { origin, brand, locale, shop, address: (path) => origin + localePath(locale, path) }
  const { path } = splitLocalePath(context.location.pathname)
  const root = context.loaderData['locale'] as JsonLdFacts['root']
  return meta.jsonLd({ ...visit, speaker, root, path }).filter((thing) => thing !== undefined)
}

function visited({ matches, loaderData, location }: Visited): { meta?: PageMeta<unknown>; visit: PageVisit<unknown> } {
  const match = matches.at(-1)
  // The router copies what a page's module exports to its route.
  const { meta } = (match?.route ?? {}) as { meta?: PageMeta<unknown> }
  const data = loaderData[match?.route.id ?? ''] as unknown
  return {
    ...(meta ? { meta } : {}),
    visit: { data, params: match?.params ?? {}, search: new URLSearchParams(location.search) },
  }
}

/** Something that JSON-LD says, of the vocabulary of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>

/** Where what is said is said of. */
export interface Speaker extends Pick<Page, 'origin' | 'brand' | 'locale'> {
  /** Absolute, in the page's language; takes a path without it. */
  address: (path: string) => string
  /** What the shop's own page is called. */
  shop: string
}

/** A step of the way to a page; the path is without its language. */
export interface Crumb {
  name: string
  path: string
}

export function crumbsOf(steps: readonly Crumb[], { address }: Speaker): Thing {
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
