import { useMatches } from 'react-router'

import type { PagePrivacy } from '#shared/page/page-module.ts'

export interface PrivatePage {
  /** A page of a single visitor loads as a separate document and runs no analytics. */
  isPrivate?: boolean
  /** Navigation between private pages with an equal value here is client-side. */
  document?: 'checkout'
  /** The response belongs to a single visitor and must not be cached. Every private page is personal. */
  isPersonal?: boolean
  /** The URL contains a secret, such as a token from an email, and must not leak. */
  hasSecretUrl?: boolean
}

export function privacyOf(matches: readonly { handle?: unknown }[]): PagePrivacy {
  const handles = matches.map(({ handle }) => (handle ?? {}) as PrivatePage)
  return {
    isPersonal: handles.some(({ isPersonal, isPrivate }) => isPersonal === true || isPrivate === true),
    hasSecretUrl: handles.some(({ hasSecretUrl }) => hasSecretUrl === true),
  }
}

export function isPrivateMatch(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as PrivatePage | undefined)?.isPrivate === true)
}

/** The router may then navigate between the pages without loading a new document. */
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

export interface PageLook {
  layout?: string
  colorMode?: unknown
}

interface PageMatch {
  handle?: unknown
  loaderData?: unknown
}

/** `look` in the loader data takes precedence over the route's handle. */
export function lookOf({ handle, loaderData }: PageMatch = {}): PageLook {
  const { look } = (loaderData ?? {}) as { look?: PageLook }
  return { ...(handle as PageLook | undefined), ...look }
}
