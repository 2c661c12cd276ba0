import type { ComponentType } from 'react'

import { usePage } from '../../routing/page-context.tsx'

let Bar: ComponentType | undefined

/** Registers the bar when it is loaded. That happens before a preview is rendered, so it also shows without JavaScript. */
export function bringPreviewBar(bar: ComponentType): void {
  Bar = bar
}

/** The bar of a preview; nothing on any other page. */
export function LatePreviewBar() {
  const { preview } = usePage()
  return preview && Bar ? <Bar /> : null
}
