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
