import { createSafeStorage } from '../../routing/safe-storage.ts'

const NAME = 'previewToken'
const COOKIE = /(?:^|; )previewToken=([^;]+)/

/** Fallback storage of the preview in the tab if cookies are blocked. */
const session = createSafeStorage(() => sessionStorage)

/** The token that this browser shows: that of the cookie, which the server sees too, else that of the session. */
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
    // Not one of ours; the server will refuse it.
    return written
  }
}

/** @param token undefined forgets the one there is */
export function writePreviewToken(token: string | undefined): void {
  if (token === undefined) session.remove(NAME)
  else session.set(NAME, token)
  const life = token === undefined ? '; Max-Age=0' : ''
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${NAME}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Lax${life}${secure}`
}
