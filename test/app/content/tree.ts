import type { ContentElement, ContentNode } from '#content/document.ts'

/** Writes a tree by hand, as Markdown would make it. */
export function element(
  tag: string,
  props: Record<string, unknown> = {},
  ...children: (ContentNode | string)[]
): ContentElement {
  return {
    type: 'element',
    tag,
    props,
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  }
}
