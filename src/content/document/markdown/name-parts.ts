import type { Nodes, Root, RootContent } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { SKIP, visit } from 'unist-util-visit'

import { isPartName, PARTS, type Part } from '#content/parts/part-schemas.ts'
import { readPart } from '#content/parts/read-part.ts'

import type { AuthorNotes } from './author-notes.ts'

type Parent = Extract<Nodes, { children: unknown[] }>

/**
 * Makes elements of the parts that Markdown names, and text again of what only looks like one (`10:30`, `:smile`).
 * A part that is unknown or wrong is left out and noted.
 * @param text what the tree was read from
 */
export function nameParts(tree: Root, text: string, notes: AuthorNotes): void {
  visit(tree, (node, index, parent: Parent | undefined) => {
    if (!parent || index === undefined) return undefined
    if (node.type === 'textDirective') {
      const { start, end } = node.position ?? {}
      parent.children.splice(index, 1, { type: 'text', value: text.slice(start?.offset, end?.offset) } as never)
      return SKIP
    }
    if (node.type !== 'leafDirective' && node.type !== 'containerDirective') return undefined
    const line = node.position?.start.line ?? 1
    const faults = [...formFaults(node, parent, text), ...nameAsElement(node, line, notes)]
    if (faults.length === 0) return undefined
    for (const message of faults) notes.fault(line, message)
    parent.children.splice(index, 1)
    return index
  })
}

function nameAsElement(node: ContainerDirective | LeafDirective, line: number, notes: AuthorNotes): string[] {
  const { name, attributes } = node
  if (!isPartName(name)) return [`There is no part “${name}”.`]
  const reading = readPart(name, attributes ?? {})
  if ('faults' in reading) return reading.faults
  for (const path of [reading.props['path'], reading.props['more']]) {
    if (typeof path === 'string') notes.link(line, path)
  }
  node.data = { ...node.data, hName: name, hProperties: reading.props as never }
  return []
}

function formFaults(node: ContainerDirective | LeafDirective, parent: Parent, text: string): string[] {
  const { name } = node
  if (!isPartName(name)) return []
  const { form, heading, inside }: Part = PARTS[name]
  const isContainer = node.type === 'containerDirective'
  if (isContainer && !/(?:^|\n)[ \t]*:{3,}[ \t]*$/.test(sliceOf(node, text)))
    return [`“${name}” is never closed with “:::”.`]
  if (isContainer !== (form === 'container')) {
    return [
      form === 'leaf' ? `“${name}” holds nothing: write “::${name}”.` : `“${name}” is written “:::${name}” … “:::”.`,
    ]
  }
  if (inside !== undefined && !(parent.type === 'containerDirective' && parent.name === inside)) {
    return [`“${name}” stands only inside “${inside}”.`]
  }
  if (labelOf(node)) return [`“${name}” takes no words in brackets; a title is written {title="…"}.`]
  const isHeaded = (node.children as RootContent[]).some((child) => child.type === 'heading' && child.depth === heading)
  return heading === undefined || isHeaded ? [] : [`“${name}” needs a heading “${'#'.repeat(heading)}”.`]
}

function labelOf(node: ContainerDirective | LeafDirective): boolean {
  if (node.type === 'leafDirective') return node.children.length > 0
  const [first] = node.children
  return first?.type === 'paragraph' && first.data?.directiveLabel === true
}

function sliceOf(node: ContainerDirective, text: string): string {
  return text.slice(node.position?.start.offset, node.position?.end.offset)
}
