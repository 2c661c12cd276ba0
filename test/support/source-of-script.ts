import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { IS_DEVELOPMENT } from './browser.ts'

const MANIFEST = join(import.meta.dirname, '../../dist/client/.vite/manifest.json')
let sources: Map<string, string> | undefined

/**
 * Names the module that a script was built from. Chunks that content blockers often match have no name of their own.
 * @returns such as `analytics/mixpanel/start-mixpanel.ts`; the address itself for a script of another place
 */
export function sourceOf(url: string): string {
  if (IS_DEVELOPMENT) return url
  sources ??= new Map(
    Object.entries(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string; name?: string }>).map(
      ([source, { file, name }]) => [`/${file}`, source.startsWith('_') ? (name ?? source) : source],
    ),
  )
  return sources.get(new URL(url).pathname) ?? url
}
