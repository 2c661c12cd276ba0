import { useLocation } from 'react-router'

import { splitLocalePath } from '#shared/i18n/locale-path.ts'

/**
 * @returns what tells `aria-current` of a link to a path without its language: 'page' where the shopper is there,
 * 'true' where on a page below it
 */
export function useCurrentMark(): (target: string) => 'page' | 'true' | undefined {
  const { path } = splitLocalePath(useLocation().pathname)
  return (target) => (path === target ? 'page' : path.startsWith(`${target}/`) ? 'true' : undefined)
}
