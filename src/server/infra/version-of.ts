import { createHash } from 'node:crypto'

/** A short hash for URLs and cache keys: 10 base64url characters. */
export function versionOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}
