import { createContentClient } from '#content/request/content-client.ts'
import type { ContentSource } from '#shared/page/content-source.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { openLater } from './open-later.ts'

export interface BrowserContentOptions {
  /** The version of the words that the page was made of. */
  contentVersion: string
  preview: boolean
  /** Shown with every question, where there is one. */
  previewToken?: string | undefined
  /** A preview is always `local`. */
  contentQuery?: PublicConfig['contentQuery']
}

/** Content as the browser has it: by our HTTP, or by the same engine over a copy of its own. */
export function createBrowserContent(options: BrowserContentOptions): ContentSource {
  const { contentVersion: integrity, preview, previewToken, contentQuery } = options
  const address = { integrity, previewToken }
  if (!preview && contentQuery !== 'local') return createContentClient({ ...address, inPath: contentQuery === 'path' })
  return openLater(async () => (await import('./local-content.ts')).openLocalContent({ ...address, preview }))
}
