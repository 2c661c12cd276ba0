import { createHash } from 'node:crypto'

interface PagePolicyOptions {
  colorModeScript: string
  /** Vite's own scripts and styles are inline. */
  dev: boolean
}

/**
 * The Content-Security-Policy of one document.
 * @returns takes the nonce of a streamed answer; a kept page has none
 */
export function createPagePolicy({ colorModeScript, dev }: PagePolicyOptions): (nonce?: string) => string {
  const hash = createHash('sha256').update(colorModeScript).digest('base64')
  return (nonce) => policyOf(`'self' 'sha256-${hash}'${nonce ? ` 'nonce-${nonce}'` : ''}`, dev)
}

function policyOf(scripts: string, dev: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
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
