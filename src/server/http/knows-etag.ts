import { createHash } from 'node:crypto'

export function strongEtag(bytes: string | Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

/** Weak, because the body may be compressed. */
export function weakEtag(text: string | Buffer): string {
  return `W/${strongEtag(text)}`
}

/** Compares weakly, since a proxy may have turned a strong ETag into a weak one. */
export function knowsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.trim() === '*' || header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
