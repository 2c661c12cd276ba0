import { createHash } from 'node:crypto'

import type { PublicConfig } from '#shared/page/public-config.ts'
import { MIXPANEL_HOST, PIXEL_HOST, PIXEL_SCRIPT_HOST } from '#shared/privacy/measuring-hosts.ts'

interface PagePolicyOptions {
  colorModeScript: string
  /** Vite's own scripts and styles are inline. */
  dev: boolean
  publicConfig: PublicConfig
}

interface DocumentFacts {
  /** Of a streamed answer; a kept page has none. */
  nonce?: string
  /** Whether visits to it may be told to those whom the operator named. */
  isMeasured: boolean
}

/**
 * The Content-Security-Policy of one document.
 * @returns the policy's text; whoever measures visits is let in only where visits are measured
 */
export function createPagePolicy({ colorModeScript, dev, publicConfig }: PagePolicyOptions) {
  const hash = createHash('sha256').update(colorModeScript).digest('base64')
  const measures = measuresOf(publicConfig)
  return ({ nonce, isMeasured }: DocumentFacts): string => {
    const scripts = [`'sha256-${hash}'`, ...(nonce ? [`'nonce-${nonce}'`] : [])]
    return policyOf(scripts, isMeasured ? measures : NOBODY, dev)
  }
}

interface Measures {
  scripts: string[]
  images: string[]
  calls: string[]
}

const NOBODY: Measures = { scripts: [], images: [], calls: [] }

function measuresOf({ mixpanelToken, pixels }: PublicConfig): Measures {
  const hasPixels = pixels.length > 0
  return {
    scripts: hasPixels ? [PIXEL_SCRIPT_HOST] : [],
    images: hasPixels ? [PIXEL_HOST] : [],
    calls: [...(mixpanelToken === null ? [] : [MIXPANEL_HOST]), ...(hasPixels ? [PIXEL_HOST] : [])],
  }
}

function policyOf(inline: string[], measures: Measures, dev: boolean): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline, ...measures.scripts].join(' '),
    `style-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
    ["img-src 'self' data:", ...measures.images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(dev ? ['ws:'] : []), ...measures.calls].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
