import type { Page } from '#shared/page/page-module.ts'

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
