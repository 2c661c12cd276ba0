import { createContentClient } from '#content/request/content-client.ts'
import type { ContentSource } from '#shared/page/content-source.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { openLater } from './open-later.ts'

/** Queries use the HTTP API, or the query engine on a snapshot of all documents. */
export function createBrowserContent(options: {
  contentVersion: string
  preview: boolean
  /** Sent with every query, if set. */
  previewToken?: string
  /** A preview always uses `local`. */
  contentQuery?: PublicConfig['contentQuery']
}): ContentSource {
  const { contentVersion: integrity, preview, previewToken, contentQuery } = options
  const address = { integrity, previewToken }
  if (!preview && contentQuery !== 'local') return createContentClient({ ...address, inPath: contentQuery === 'path' })
  return openLater(async () => (await import('./local-content.ts')).openLocalContent({ ...address, preview }))
}
