import { createHash } from 'node:crypto'

interface PagePolicyOptions {
  colorModeScript: string
  /** Of a streamed answer; a kept page has none. */
  nonce?: string
  /** Vite's own scripts and styles are inline. */
  dev: boolean
}

/** The Content-Security-Policy of one document. */
export function pagePolicy({ colorModeScript, nonce, dev }: PagePolicyOptions): string {
  const scripts = ["'self'", `'sha256-${createHash('sha256').update(colorModeScript).digest('base64')}'`]
  if (nonce) scripts.push(`'nonce-${nonce}'`)
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
