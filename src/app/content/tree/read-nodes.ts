import { isElement, type ContentElement, type ContentNode } from '#content/document.ts'

export function textOf(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node.value)).join('')
}

/** In reading order. */
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

/** Undefined if the attribute is absent, empty or not text. */
export function textProp({ props }: ContentElement, name: string): string | undefined {
  const value = props[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface Introduction {
  /** The content of the first heading. */
  heading: readonly ContentNode[]
  /** Blocks between the heading and the links. */
  text: readonly ContentNode[]
  /** Those of the last paragraph, if it contains only links. */
  actions: readonly ContentElement[]
}

/** A heading, text, and a last paragraph of links. */
export function readIntroduction(nodes: readonly ContentNode[]): Introduction {
  const blocks = nodes.filter(isElement)
  const heading = blocks.find((node) => isTag(node, 'h1', 'h2', 'h3'))
  const rest = blocks.filter((node) => node !== heading)
  const actions = linksOnly(rest.at(-1))
  return { heading: heading?.children ?? [], text: actions.length > 0 ? rest.slice(0, -1) : rest, actions }
}

/** An entry is a heading and the nodes that follow it. */
export function readEntries(nodes: readonly ContentNode[]): { heading: ContentElement; text: ContentNode[] }[] {
  const entries: { heading: ContentElement; text: ContentNode[] }[] = []
  for (const node of nodes.filter(isElement)) {
    if (isTag(node, 'h2', 'h3', 'h4')) entries.push({ heading: node, text: [] })
    else entries.at(-1)?.text.push(node)
  }
  return entries
}

function linksOnly(block: ContentElement | undefined): ContentElement[] {
  if (!isTag(block, 'p')) return []
  const isAll = block.children.every((node) => isTag(node, 'a') || textOf([node]).trim() === '')
  return isAll ? block.children.filter((node) => isTag(node, 'a')) : []
}
