import { useMatches } from 'react-router'

/** What a route says of a page of one visitor's own: a document by itself, and nobody measures it. */
export interface PrivatePage {
  isPrivate?: boolean
}

/** Whether one of the matched routes is a page of one visitor's own. */
export function isPrivateMatch(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as PrivatePage | undefined)?.isPrivate === true)
}

export function useIsPrivate(): boolean {
  return isPrivateMatch(useMatches())
}
