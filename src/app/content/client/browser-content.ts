import { createContentClient } from '#content/request/content-client.ts'
import type { ContentSource } from '#shared/page/content-source.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { openLater } from './open-later.ts'

export interface BrowserContentOptions {
  /** The version of the content from which the page was rendered. */
  contentVersion: string
  preview: boolean
  /** Sent with every query, if set. */
  previewToken?: string | undefined
  /** How queries are executed. A preview always uses `local`. */
  contentQuery?: PublicConfig['contentQuery']
}

/**
 * Creates the content source for the browser. It uses the HTTP API, or runs the query engine on a snapshot of all
 * documents.
 */
export function createBrowserContent(options: BrowserContentOptions): ContentSource {
  const { contentVersion: integrity, preview, previewToken, contentQuery } = options
  const address = { integrity, previewToken }
  if (!preview && contentQuery !== 'local') return createContentClient({ ...address, inPath: contentQuery === 'path' })
  return openLater(async () => (await import('./local-content.ts')).openLocalContent({ ...address, preview }))
}
