import { createHash } from 'node:crypto'

/** The ETag of a body that is sent without content encoding. */
export function strongEtag(bytes: string | Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

/** The ETag of a body that may be compressed; therefore it is weak. */
export function weakEtag(text: string | Buffer): string {
  return `W/${strongEtag(text)}`
}

/**
 * Whether If-None-Match contains an ETag. The comparison is weak, since a proxy may have turned a strong ETag into a
 * weak one.
 */
export function knowsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.trim() === '*' || header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
