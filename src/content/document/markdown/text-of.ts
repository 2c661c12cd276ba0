import { isElement, type ContentNode } from '../../document.ts'

/** The words of a tree without their form. */
export function textOf(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node.value)).join('')
}

/** How many minutes somebody reads a text, at least 1. */
export function readingMinutes(nodes: readonly ContentNode[]): number {
  return Math.max(1, Math.ceil(countWords(nodes) / WORDS_A_MINUTE))
}

const WORDS_A_MINUTE = 200

/** Blocks stand side by side without a space between them, so each node is counted by itself. */
function countWords(nodes: readonly ContentNode[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (isElement(node) ? countWords(node.children) : (node.value.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0)),
    0,
  )
}
