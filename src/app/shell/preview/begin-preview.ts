import type { I18n } from '@lingui/core'

import { preparePreview } from './prepare-preview.ts'
import { readPreviewToken, readTokenCookie, readTokenOfSession, writePreviewToken } from './preview-token.ts'

interface PreviewState {
  /** Whether another page is on its way, so that this one need not wake up. */
  isUnloading: boolean
  /** The preview token that content queries send. */
  previewToken: string | undefined
}

/** Everything about previews before hydration, if the URL or the browser mentions one. */
export async function beginPreview(isPreview: boolean, i18n: I18n): Promise<PreviewState> {
  if (isPreview) await preparePreview(i18n)
  return { isUnloading: followPreview(isPreview), previewToken: readPreviewToken() }
}

/**
 * Brings what this browser remembers of the preview in line with the page that it got. Only the server decides who
 * sees drafts; a token that it does not know is forgotten, and one that it has not seen yet is shown to it.
 * @param isPreview whether the page is one
 * @returns whether another page is on its way, and this one need not wake up
 */
function followPreview(isPreview: boolean): boolean {
  const written = new URLSearchParams(location.search).get('preview')
  if (written === '') return remember(undefined)
  if (isPreview) return written === null ? false : remember(written)
  if (written !== null) return false

  const stored = readTokenOfSession()
  if (stored !== undefined && stored !== readTokenCookie()) return setPreviewToken(stored)
  return remember(undefined)
}

/**
 * Begins a preview: keeps the token and loads the page anew, with drafts where the server knows the token.
 * @returns whether it could
 */
function setPreviewToken(token: string): boolean {
  writePreviewToken(token)
  // Without cookies the server would never see the token, and the page would reload forever.
  if (readTokenCookie() !== token) return remember(undefined)
  const address = new URL(location.href)
  const isNamed = address.searchParams.has('preview')
  address.searchParams.delete('preview')
  if (isNamed) location.replace(address)
  else location.reload()
  return true
}

function remember(token: string | undefined): boolean {
  writePreviewToken(token)
  return false
}
