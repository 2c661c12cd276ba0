import type { ComponentType } from 'react'

import { usePage } from '../../routing/page-context.tsx'

let Bar: ComponentType | undefined

/**
 * Registers the preview bar once it is loaded. This happens before a preview is rendered, so the bar also appears
 * without JavaScript.
 */
export function bringPreviewBar(bar: ComponentType): void {
  Bar = bar
}

/** The bar of a preview. Renders nothing on any other page. */
export function LatePreviewBar() {
  const { preview } = usePage()
  return preview && Bar ? <Bar /> : null
}
