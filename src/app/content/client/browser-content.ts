import { createContentClient } from '#content/request/content-client.ts'
import type { ContentSource } from '#shared/api/content.ts'

import { openLater } from './open-later.ts'

export interface BrowserContentOptions {
  /** The version of the words that the page was made of. */
  contentVersion: string
  preview: boolean
  /** Shown with every question, where there is one. */
  previewToken?: string | undefined
  /** Answers from a copy of every document, fetched once; in a preview that is so. */
  isLocal?: boolean
}

/** Content as the browser has it: by our HTTP, or by the same engine over a copy of its own. */
export function createBrowserContent(options: BrowserContentOptions): ContentSource {
  const { contentVersion: integrity, preview, previewToken, isLocal = preview } = options
  const address = { integrity, previewToken }
  if (!isLocal) return createContentClient(address)
  return openLater(async () => (await import('./local-content.ts')).openLocalContent({ ...address, preview }))
}
