import type { ContentElement, ContentNode } from '#content/document.ts'

/** Creates an element as the Markdown parser does. */
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
