import { readTokenCookie, readTokenOfSession, writePreviewToken } from './preview-token.ts'

/**
 * Brings what this browser remembers of the preview in line with the page that it got. Only the server decides who
 * sees drafts; a token that it does not know is forgotten, and one that it has not seen yet is shown to it.
 * @param isPreview whether the page is one
 */
export function followPreview(isPreview: boolean): void {
  const written = new URLSearchParams(location.search).get('preview')
  if (written === '') return writePreviewToken(undefined)
  if (isPreview) return written === null ? undefined : writePreviewToken(written)
  if (written !== null) return undefined

  const stored = readTokenOfSession()
  if (stored !== undefined && stored !== readTokenCookie()) return setPreviewToken(stored)
  return writePreviewToken(undefined)
}

/** Begins a preview: keeps the token and loads the page anew, with drafts where the server knows the token. */
export function setPreviewToken(token: string): void {
  writePreviewToken(token)
  // Without cookies the server would never see it, and we would reload for ever.
  if (readTokenCookie() !== token) return writePreviewToken(undefined)
  const address = new URL(location.href)
  if (!address.searchParams.has('preview')) return location.reload()
  address.searchParams.delete('preview')
  return location.replace(address)
}
