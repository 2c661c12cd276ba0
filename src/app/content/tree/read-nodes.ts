import { isElement, type ContentElement, type ContentNode } from '#content/document.ts'

/** The words in a node and below it, without their form. */
export function textOf(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node.value)).join('')
}

/** Every element of a tree, in reading order. */
export function* elementsOf(nodes: readonly ContentNode[]): Generator<ContentElement> {
  for (const node of nodes) {
    if (!isElement(node)) continue
    yield node
    yield* elementsOf(node.children)
  }
}

export function isTag(node: ContentNode | undefined, ...tags: string[]): node is ContentElement {
  return node !== undefined && isElement(node) && tags.includes(node.tag)
}

/** An author's attribute as text. @returns undefined where it is absent or something else */
export function textProp({ props }: ContentElement, name: string): string | undefined {
  const value = props[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface Introduction {
  /** What the first heading says. */
  heading: readonly ContentNode[]
  /** What stands between it and the links. */
  words: readonly ContentNode[]
  /** The links of a last paragraph that holds nothing else. */
  actions: readonly ContentElement[]
}

/** How a part that introduces something is written: a heading, words, and a last paragraph of links. */
export function readIntroduction(nodes: readonly ContentNode[]): Introduction {
  const blocks = nodes.filter(isElement)
  const heading = blocks.find((node) => isTag(node, 'h1', 'h2', 'h3'))
  const rest = blocks.filter((node) => node !== heading)
  const actions = linksOnly(rest.at(-1))
  return { heading: heading?.children ?? [], words: actions.length > 0 ? rest.slice(0, -1) : rest, actions }
}

/** A list written as headings, each with what follows it. */
export function readEntries(nodes: readonly ContentNode[]): { heading: ContentElement; words: ContentNode[] }[] {
  const entries: { heading: ContentElement; words: ContentNode[] }[] = []
  for (const node of nodes.filter(isElement)) {
    if (isTag(node, 'h2', 'h3', 'h4')) entries.push({ heading: node, words: [] })
    else entries.at(-1)?.words.push(node)
  }
  return entries
}

function linksOnly(block: ContentElement | undefined): ContentElement[] {
  if (!isTag(block, 'p')) return []
  const isAll = block.children.every((node) => isTag(node, 'a') || textOf([node]).trim() === '')
  return isAll ? block.children.filter((node) => isTag(node, 'a')) : []
}
