import type { ComponentType } from 'react'

import { usePage } from '../../routing/page-context.tsx'

let Bar: ComponentType | undefined

/** Called before a preview is rendered, so the bar also appears without JavaScript. */
export function bringPreviewBar(bar: ComponentType): void {
  Bar = bar
}

/** Renders nothing on a page that is no preview. */
export function LatePreviewBar() {
  const { preview } = usePage()
  return preview && Bar ? <Bar /> : null
}
