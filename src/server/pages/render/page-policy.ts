import { createHash } from 'node:crypto'

import type { PublicConfig } from '#shared/page/public-config.ts'
import {
  GOOGLE_PAY_HOST,
  GOOGLE_PAY_IMAGE_HOST,
  MIXPANEL_HOST,
  PAYPAL_HOSTS,
  PIXEL_HOST,
  PIXEL_SCRIPT_HOST,
} from '#shared/privacy/third-party-hosts.ts'

interface PagePolicyOptions {
  inlineScript: string
  /** Allows Vite's own scripts and styles, which are inline. */
  dev: boolean
  publicConfig: PublicConfig
}

interface DocumentFacts {
  /** The nonce of a streamed response. A cached page has none. */
  nonce?: string
  /** Whether visits to it may be reported to the services that the operator configured. */
  isMeasured: boolean
  /** Whether the page takes a payment. */
  isCheckout: boolean
}

/**
 * Creates the Content-Security-Policy of one document.
 * @returns the policy's text; analytics services are allowed only on measured pages, payment providers only on payment
 * pages
 */
export function createPagePolicy({ inlineScript, dev, publicConfig }: PagePolicyOptions) {
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  const measures = measuresOf(publicConfig)
  return ({ nonce, isMeasured, isCheckout }: DocumentFacts): string => {
    const scripts = [`'sha256-${hash}'`, ...(nonce ? [`'nonce-${nonce}'`] : [])]
    if (isCheckout && publicConfig.payPal) return policyOf(scripts, payPalWith(nonce), dev)
    return policyOf(scripts, isMeasured ? measures : NOBODY, dev)
  }
}

/** The permissions of other hosts in a document. */
interface Guests {
  scripts: readonly string[]
  images: readonly string[]
  calls: readonly string[]
  frames: readonly string[]
  styles: readonly string[]
}

const NOBODY: Guests = { scripts: [], images: [], calls: [], frames: [], styles: [] }

/** Returns the permissions of PayPal and of Google Pay. Their buttons are in frames, which their scripts style. */
function payPalWith(nonce: string | undefined): Guests {
  const styles = nonce ? [`'nonce-${nonce}'`] : []
  const hosts = [...PAYPAL_HOSTS, GOOGLE_PAY_HOST]
  return { scripts: hosts, images: [...PAYPAL_HOSTS, GOOGLE_PAY_IMAGE_HOST], calls: hosts, frames: hosts, styles }
}

function measuresOf({ mixpanelToken, pixels }: PublicConfig): Guests {
  const hasPixels = pixels.length > 0
  return {
    ...NOBODY,
    scripts: hasPixels ? [PIXEL_SCRIPT_HOST] : [],
    images: hasPixels ? [PIXEL_HOST] : [],
    calls: [...(mixpanelToken === null ? [] : [MIXPANEL_HOST]), ...(hasPixels ? [PIXEL_HOST] : [])],
  }
}

function policyOf(inline: string[], guests: Guests, dev: boolean): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline, ...guests.scripts].join(' '),
    ["style-src 'self'", ...(dev ? ["'unsafe-inline'"] : guests.styles)].join(' '),
    ["img-src 'self' data:", ...guests.images].join(' '),
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...(dev ? ['ws:'] : []), ...guests.calls].join(' '),
    // A worker of Vite polls a server that restarts.
    ...(dev ? ['worker-src blob:'] : []),
    ...(guests.frames.length > 0 ? [['frame-src', ...guests.frames].join(' ')] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
