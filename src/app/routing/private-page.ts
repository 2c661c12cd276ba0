import { useMatches } from 'react-router'

import type { PagePrivacy } from '#shared/page/page-module.ts'

/** Privacy flags in the handle of a route. */
export interface PrivatePage {
  /** True for a page of a single visitor. It loads as a separate document and runs no analytics. */
  isPrivate?: boolean
  /** Navigation between private pages with an equal value here is client-side. */
  document?: 'checkout'
  /** True if the response belongs to a single visitor and must not be cached. Every private page is personal. */
  isPersonal?: boolean
  /** True if the URL contains a secret, such as a token from an email, and must not leak. */
  hasSecretUrl?: boolean
}

/** Returns the privacy flags of a page, combined from its matched routes. */
export function privacyOf(matches: readonly { handle?: unknown }[]): PagePrivacy {
  const handles = matches.map(({ handle }) => (handle ?? {}) as PrivatePage)
  return {
    isPersonal: handles.some(({ isPersonal, isPrivate }) => isPersonal === true || isPrivate === true),
    hasSecretUrl: handles.some(({ hasSecretUrl }) => hasSecretUrl === true),
  }
}

/** Returns whether one of the matched routes is private. */
export function isPrivateMatch(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as PrivatePage | undefined)?.isPrivate === true)
}

/** Returns whether the router may navigate between two pages without loading a new document. */
export function shareDocument(one: readonly { handle?: unknown }[], other: readonly { handle?: unknown }[]): boolean {
  if (!isPrivateMatch(one) && !isPrivateMatch(other)) return true
  const shared = documentOf(one)
  return shared !== undefined && shared === documentOf(other)
}

function documentOf(matches: readonly { handle?: unknown }[]): PrivatePage['document'] {
  return (matches.at(-1)?.handle as PrivatePage | undefined)?.document
}

export function useIsPrivate(): boolean {
  return isPrivateMatch(useMatches())
}

/** Layout and color mode that a page requests. */
export interface PageLook {
  /** Name of a layout. */
  layout?: string
  /** The color mode that the page enforces. */
  colorMode?: unknown
}

interface PageMatch {
  handle?: unknown
  loaderData?: unknown
}

/** Returns the layout and color mode of a page. `look` in its loader data takes precedence over the route's handle. */
export function lookOf({ handle, loaderData }: PageMatch = {}): PageLook {
  const { look } = (loaderData ?? {}) as { look?: PageLook }
  return { ...(handle as PageLook | undefined), ...look }
}
