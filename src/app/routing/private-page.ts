import { useMatches } from 'react-router'

import type { PagePrivacy } from '#shared/page/page-module.ts'

/** What a route says of a page of one visitor's own: a document by itself, and no one measures it. */
export interface PrivatePage {
  isPrivate?: boolean
  /** Private pages that name the same document lead to each other without loading it anew. */
  document?: 'checkout'
  /** Its answer is one visitor's own, and is stored nowhere; every private page is personal. */
  isPersonal?: boolean
  /** Its URL carries a right, such as a token from an email: it is told to no one. */
  hasSecretUrl?: boolean
}

/** What the matched routes say of a page's privacy. */
export function privacyOf(matches: readonly { handle?: unknown }[]): PagePrivacy {
  const handles = matches.map(({ handle }) => (handle ?? {}) as PrivatePage)
  return {
    isPersonal: handles.some(({ isPersonal, isPrivate }) => isPersonal === true || isPrivate === true),
    hasSecretUrl: handles.some(({ hasSecretUrl }) => hasSecretUrl === true),
  }
}

/** Whether one of the matched routes is a page of one visitor's own. */
export function isPrivateMatch(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as PrivatePage | undefined)?.isPrivate === true)
}

/** Whether one page may take the other's place within its document. */
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

/** What the data of a page may say of its room, before what its route says. */
export interface PageLook {
  /** Name of a layout. */
  layout?: string
  /** The light that the page keeps. */
  colorMode?: unknown
}

interface PageMatch {
  handle?: unknown
  loaderData?: unknown
}

/** The room that a page asks for: by its data as `look`, else by its route's handle. */
export function lookOf({ handle, loaderData }: PageMatch = {}): PageLook {
  const { look } = (loaderData ?? {}) as { look?: PageLook }
  return { ...(handle as PageLook | undefined), ...look }
}
