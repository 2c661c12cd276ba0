import { createContentClient } from '#content/request/content-client.ts'
import type { ContentSource } from '#shared/page/content-source.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { openLater } from './open-later.ts'

export interface BrowserContentOptions {
  /** Version of the content that the page was rendered from. */
  contentVersion: string
  preview: boolean
  /** Sent with every query, if set. */
  previewToken?: string | undefined
  /** How queries are answered; a preview always uses `local`. */
  contentQuery?: PublicConfig['contentQuery']
}

/** Content source for the browser: the HTTP API, or the engine over a snapshot of all documents. */
export function createBrowserContent(options: BrowserContentOptions): ContentSource {
  const { contentVersion: integrity, preview, previewToken, contentQuery } = options
  const address = { integrity, previewToken }
  if (!preview && contentQuery !== 'local') return createContentClient({ ...address, inPath: contentQuery === 'path' })
  return openLater(async () => (await import('./local-content.ts')).openLocalContent({ ...address, preview }))
}
