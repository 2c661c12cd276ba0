import { isElement, type ContentBody, type ContentDocument, type ContentNode } from '#content/document.ts'

/** @returns the ids inside a page that a link may lead to */
export function idsOf({ _type, body }: ContentDocument): Set<string> {
  return new Set(_type === 'markdown' ? (body as ContentBody).children.flatMap(idsIn) : [])
}

function idsIn(node: ContentNode): string[] {
  if (!isElement(node)) return []
  const { id } = node.props
  return [...(typeof id === 'string' ? [id] : []), ...node.children.flatMap(idsIn)]
}
