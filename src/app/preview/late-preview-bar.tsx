import type { I18n } from '@lingui/core'
import type { ComponentType } from 'react'

import { addWords } from '../i18n/load-i18n.ts'
import { usePage } from '../routing/page-context.tsx'

let Bar: ComponentType | undefined

/** Fetches what only a preview shows; before it is rendered, so that the bar stands in the page without JavaScript. */
export async function preparePreview(i18n: I18n): Promise<void> {
  const [{ PreviewBar }] = await Promise.all([import('./preview-bar.tsx'), addWords(i18n, 'preview')])
  Bar = PreviewBar
}

/** The bar of a preview; nothing on any other page. */
export function LatePreviewBar() {
  const { preview } = usePage()
  return preview && Bar ? <Bar /> : null
}
