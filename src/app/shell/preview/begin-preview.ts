import type { I18n } from '@lingui/core'

import { followPreview } from './follow-preview.ts'
import { preparePreview } from './prepare-preview.ts'
import { readPreviewToken } from './preview-token.ts'

interface PreviewState {
  /** Whether another page is on its way, so that this one need not wake up. */
  isUnloading: boolean
  /** What questions about content show to the server. */
  previewToken: string | undefined
}

/** Everything that a page does about previews before it wakes up, where its address or the browser speaks of one. */
export async function beginPreview(isPreview: boolean, i18n: I18n): Promise<PreviewState> {
  if (isPreview) await preparePreview(i18n)
  return { isUnloading: followPreview(isPreview), previewToken: readPreviewToken() }
}
