import { createHash } from 'node:crypto'

/** The name of an answer's bytes, which go out as they are. */
export function strongEtag(bytes: string | Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}

/** The name of an answer's words; weak, since the same words may go out compressed. */
export function weakEtag(text: string | Buffer): string {
  return `W/${strongEtag(text)}`
}

/**
 * Whether a request's If-None-Match names an answer: any of a list, compared weakly, since what stands between us and
 * the browser may have marked it so.
 */
export function knowsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.trim() === '*' || header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
