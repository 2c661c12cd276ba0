import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toString } from 'hast-util-to-string'

import { isElement, type ContentElement, type ContentNode } from '#content/document.ts'
import { isPartName } from '#content/parts/part-schemas.ts'

import type { ImageFinder } from '../find-image.ts'

/** Lines count from 1. */
export interface AuthorNotes {
  fault: (line: number, message: string) => void
  link: (line: number, to: string) => void
}

const IMAGES = ['picture', 'left', 'right']

const LINK = /^(?:\/(?![/\\])|#|https?:\/\/|mailto:|tel:)/i

/** Without `findImage`, image names stay as the author wrote them. */
export function toTree(root: Root, findImage: ImageFinder | undefined, notes: AuthorNotes): ContentNode[] {
  const idFor = createHeadingIds()
  return convert(root.children)

  function convert(nodes: readonly (RootContent | ElementContent)[]): ContentNode[] {
    const children: ContentNode[] = []
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'text' && !isBetweenBlocks(nodes, index)) add(children, { type: 'text', value: node.value })
      if (node.type === 'element') for (const made of element(node)) add(children, made)
    }
    return children
  }

  function element(node: Element): ContentNode[] {
    const line = node.position?.start.line ?? 1
    const { tagName: tag } = node
    if (isPartName(tag)) return part(node, line)
    if (tag === 'img') return image(node, line)
    const props = Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [key, toProp(value)]))
    if (/^h[1-6]$/.test(tag)) props['id'] ??= idFor(toString(node))
    if (tag === 'a') {
      const { href: to = '' } = node.properties as { href?: string }
      if (!LINK.test(to)) {
        notes.fault(line, `“${to}” is no address of a link: /path, #place, https://…, mailto: or tel:.`)
        return convert(node.children)
      }
      notes.link(line, to)
    }
    return [{ type: 'element', tag, props, children: convert(node.children) }]
  }

  function image({ properties: { src = '', alt, title } }: Element, line: number): ContentNode[] {
    const file = decodeFile(src)
    const props: ContentElement['props'] = { src: file, alt: alt ?? '', ...(title ? { title } : {}) }
    if (!findImage) return [{ type: 'element', tag: 'img', props: { ...props, src }, children: [] }]
    const shown = findImage(file)
    if (!shown) notes.fault(line, `There is no picture “${file}” among the media.`)
    if (props['alt'] === '') notes.fault(line, `“${file}” needs words for those who do not see it: ![words](${file}).`)
    if (!shown || props['alt'] === '') return []
    const { width, height } = shown
    return [{ type: 'element', tag: 'img', props: { ...props, width, height }, children: [] }]
  }

  function part({ tagName: tag, properties, children }: Element, line: number): ContentNode[] {
    const props: ContentElement['props'] = { ...properties }
    for (const name of IMAGES) {
      const file = props[name]
      if (!findImage || typeof file !== 'string') continue
      const shown = findImage(file)
      if (!shown) {
        notes.fault(line, `There is no picture “${file}” among the media.`)
        return []
      }
      props[name] = shown
    }
    return [{ type: 'element', tag, props, children: convert(children) }]
  }
}

function add(children: ContentNode[], node: ContentNode): void {
  const last = children.at(-1)
  if (last && !isElement(last) && !isElement(node)) last.value += node.value
  else children.push(node)
}

function isBetweenBlocks(nodes: readonly (RootContent | ElementContent)[], index: number): boolean {
  const node = nodes[index]
  if (node?.type !== 'text' || node.value.trim() !== '' || !node.value.includes('\n')) return false
  const isEdge = (next: RootContent | ElementContent | undefined) =>
    next === undefined || (next.type === 'element' && !INLINE.has(next.tagName))
  return isEdge(nodes[index - 1]) || isEdge(nodes[index + 1])
}

const INLINE = new Set(['a', 'em', 'strong', 'del', 'code', 'img', 'sup', 'sub', 'input'])

function toProp(value: unknown): unknown {
  return Array.isArray(value) ? value.join(' ') : value
}

function decodeFile(src: string): string {
  try {
    return decodeURI(src)
  } catch {
    return src
  }
}

/** In any script: `Как ухаживать` becomes `как-ухаживать`. A second heading with the same text gets `-1`. */
function createHeadingIds(): (text: string) => string {
  const taken = new Set<string>()
  return (text) => {
    const base = idOf(text)
    let id = base
    for (let count = 1; taken.has(id); count += 1) id = `${base}-${count}`
    taken.add(id)
    return id
  }
}

function idOf(text: string): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    // A CSS selector cannot start an id with a digit.
    .replace(/^(?=\d)/, '_')
  return id || 'section'
}
