import { isElement, type ContentNode } from '../../document.ts'

/** The words of a tree without their form. */
export function textOf(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node.value)).join('')
}

/** How many minutes someone reads a text, at least 1. */
export function readingMinutes(nodes: readonly ContentNode[]): number {
  return Math.max(1, Math.ceil(countTokens(nodes) / TOKENS_A_MINUTE))
}

const TOKENS_A_MINUTE = 200

/** Blocks stand side by side without a space between them, so each node is counted by itself. */
function countTokens(nodes: readonly ContentNode[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (isElement(node) ? countTokens(node.children) : (node.value.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0)),
    0,
  )
}
