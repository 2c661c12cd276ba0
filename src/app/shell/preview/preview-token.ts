import { createSafeStorage } from '../../routing/safe-storage.ts'

const NAME = 'previewToken'
const COOKIE = /(?:^|; )previewToken=([^;]+)/

/** Fallback storage of the preview in the tab if cookies are blocked. */
const session = createSafeStorage(() => sessionStorage)

/** The current token: that of the cookie, which the server receives too, or that of the session storage. */
export function readPreviewToken(): string | undefined {
  return readTokenCookie() ?? readTokenOfSession()
}

export function readTokenOfSession(): string | undefined {
  return session.get(NAME)
}

export function readTokenCookie(): string | undefined {
  const [, written] = COOKIE.exec(document.cookie) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    // Invalid encoding: not a token of this shop, and the server will reject it.
    return written
  }
}

/** @param token undefined removes the stored token */
export function writePreviewToken(token: string | undefined): void {
  if (token === undefined) session.remove(NAME)
  else session.set(NAME, token)
  const life = token === undefined ? '; Max-Age=0' : ''
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${NAME}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Lax${life}${secure}`
}
