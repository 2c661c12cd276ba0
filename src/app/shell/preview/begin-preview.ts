import { addMessages } from '../../i18n/load-i18n.ts'
import { createSafeStorage } from '../../routing/safe-storage.ts'
import { bringPreviewBar } from './late-preview-bar.tsx'
import { PreviewBar } from './preview-bar.tsx'

/** @returns whether the page is being reloaded */
export async function beginPreview(isPreview: boolean): Promise<boolean> {
  if (isPreview) {
    bringPreviewBar(PreviewBar)
    await addMessages('content')
  }
  return followPreview(isPreview)
}

/**
 * Only the server decides who may see drafts. A token that the server rejected is removed, and a token that it has not
 * received yet is sent by a reload.
 * @returns whether the page is being reloaded
 */
function followPreview(isPreview: boolean): boolean {
  const urlToken = new URLSearchParams(location.search).get('preview')
  if (urlToken === '') return storeToken(undefined)
  if (isPreview) return urlToken === null ? false : storeToken(urlToken)
  if (urlToken !== null) return false

  const stored = readTokenOfSession()
  if (stored !== undefined && stored !== readTokenCookie()) return startPreview(stored)
  return storeToken(undefined)
}

/** @returns false if cookies are blocked */
function startPreview(token: string): boolean {
  writePreviewToken(token)
  // Without cookies, the server would never receive the token, and the page would reload forever.
  if (readTokenCookie() !== token) return storeToken(undefined)
  const address = new URL(location.href)
  const isNamed = address.searchParams.has('preview')
  address.searchParams.delete('preview')
  if (isNamed) location.replace(address)
  else location.reload()
  return true
}

function storeToken(token: string | undefined): boolean {
  writePreviewToken(token)
  return false
}

const NAME = 'previewToken'
const COOKIE = /(?:^|; )previewToken=([^;]+)/

/** Stores the token in the tab if cookies are blocked. */
const session = createSafeStorage(() => sessionStorage)

function readTokenOfSession(): string | undefined {
  return session.get(NAME)
}

function readTokenCookie(): string | undefined {
  const [, written] = COOKIE.exec(document.cookie) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    // The encoding is invalid, so it is not a token of this shop, and the server will reject it.
    return written
  }
}

/** Undefined removes the stored token. */
function writePreviewToken(token: string | undefined): void {
  if (token === undefined) session.remove(NAME)
  else session.set(NAME, token)
  const life = token === undefined ? '; Max-Age=0' : ''
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${NAME}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Lax${life}${secure}`
}
