import { createHash } from 'node:crypto'

/** The name of bytes or words: others have another. 10 characters. */
export function versionOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}
