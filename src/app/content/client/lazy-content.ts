import type { ContentSource } from '#shared/api/content.ts'

import type { BrowserContentOptions } from './browser-content.ts'
import { openLater } from './open-later.ts'

/** The browser's way to content: a page that asks for none of it does not load what asks. */
export function createLazyContent(options: BrowserContentOptions): ContentSource {
  return openLater(async () => (await import('./browser-content.ts')).createBrowserContent(options))
}
