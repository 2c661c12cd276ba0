import type { Speaker, Thing } from './thing.ts'

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
