import { isElement, type ContentNode } from '../../document.ts'

export function plainText(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (isElement(node) ? plainText(node.children) : node.value)).join('')
}

export function readingMinutes(nodes: readonly ContentNode[]): number {
  return Math.max(1, Math.ceil(countWords(nodes) / WORDS_PER_MINUTE))
}

const WORDS_PER_MINUTE = 200

/** Node by node, because adjacent blocks have no space between them. */
function countWords(nodes: readonly ContentNode[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (isElement(node) ? countWords(node.children) : (node.value.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0)),
    0,
  )
}
