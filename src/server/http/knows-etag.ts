import { createHash } from 'node:crypto'

/** Returns the ETag of a body that is sent without content encoding. */
export function strongEtag(bytes: string | Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

/** Returns the ETag of a body that may be compressed, and therefore a weak one. */
export function weakEtag(text: string | Buffer): string {
  return `W/${strongEtag(text)}`
}

/**
 * Returns whether If-None-Match contains an ETag. The comparison is weak, since a proxy may have turned a strong ETag
 * into a weak one.
 */
export function knowsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.trim() === '*' || header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
