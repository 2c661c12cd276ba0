import type { Root, Nodes, RootContent } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import remarkDirective from 'remark-directive'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit, SKIP } from 'unist-util-visit'

import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/i18n/locale.ts'

import { isElement, type ContentBody, type ContentNode, type TocLink } from '../../document.ts'
import { isPartName, PARTS, type Part } from '../../parts/part-schemas.ts'
import { readPart } from '../../parts/read-part.ts'
import type { ImageFinder } from '../find-image.ts'
import { readYaml, type FieldLines, type Reading } from '../read-yaml.ts'
import { plainText } from './plain-text.ts'
import { toTree, type AuthorNotes } from './to-tree.ts'

export interface Markdown {
  fields: Record<string, unknown>
  lines: FieldLines
  body: ContentBody
  /** Of the first `#` heading; empty if there is none. */
  title: string
  /** The first paragraph after that heading. */
  description: string
}

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkDirective).freeze()

const FOOTNOTES: Record<Locale, { label: string; back: string }> = {
  en: { label: 'Notes', back: 'Back to the text' },
  ru: { label: 'Примечания', back: 'Назад к тексту' },
}

const toHtml = {
  en: htmlProcessor('en'),
  ru: htmlProcessor('ru'),
}

function htmlProcessor(locale: Locale) {
  const { label, back } = FOOTNOTES[locale]
  return unified().use(remarkRehype, { clobberPrefix: '', footnoteLabel: label, footnoteBackLabel: back }).freeze()
}

/** `fault` is set if the file cannot be read at all; an invalid part of the text is only left out and reported. */
export function readMarkdown(
  text: string,
  locale: string,
  findImage: ImageFinder | undefined,
  notes: AuthorNotes,
): Markdown | Extract<Reading, { fault: unknown }> {
  const tree = parser.parse(text)
  const front = readFrontMatter(tree, text)
  if ('fault' in front) return front
  if (Array.isArray(front.value))
    return { fault: { line: 1, message: 'Front matter is fields, such as “title: Rings”.' } }
  reportStrays(tree, notes)
  resolveParts(tree, text, notes)
  const children = toTree(toHtml[isLocale(locale) ? locale : DEFAULT_LOCALE].runSync(tree), findImage, notes)
  return {
    fields: front.value,
    lines: front.lines ?? new Map(),
    body: { type: 'root', children, toc: listContents(children) },
    ...readIntroduction(children),
  }
}

function readFrontMatter(tree: Root, text: string): Reading {
  const [first] = tree.children
  if (first?.type === 'yaml') return readYaml(first.value, 2)
  if (!/^---[ \t]*\r?\n/.test(text)) return { value: {} }
  return { fault: { line: 1, message: 'Front matter is never closed with “---”.' } }
}

/** Markdown would drop HTML silently, and show a stray `:::` as it is written. */
function reportStrays(tree: Root, notes: AuthorNotes): void {
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1
    // HTML comments are for authors. A closing tag is reported with its opening tag.
    if (node.type === 'html' && !/^(?:<!--[^]*-->|<\/.*)$/.test(node.value.trim())) {
      notes.fault(line, `HTML is left out: ${node.value.slice(0, 40)}`)
    }
    if (node.type === 'text' && /^:{3,}\s*$/m.test(node.value)) notes.fault(line, '“:::” closes nothing here.')
  })
}

function readIntroduction(children: readonly ContentNode[]): { title: string; description: string } {
  const blocks = children.filter(isElement)
  const heading = blocks.findIndex(({ tag }) => tag === 'h1')
  const paragraph = blocks.slice(heading + 1).find(({ tag }) => tag === 'p')
  return { title: plainText(blocks[heading]?.children ?? []), description: plainText(paragraph?.children ?? []) }
}

const DEPTHS: Record<string, number> = { h2: 2, h3: 3 }

/** Without headings inside parts, because a part decides what it shows, and without that of the footnotes. */
function listContents(children: readonly ContentNode[]): ContentBody['toc'] {
  const links: TocLink[] = []
  for (const { id, text, depth } of headingsIn(children, 2)) {
    const section = links.at(-1)
    if (section && depth > section.depth) section.children = [...(section.children ?? []), { id, text, depth }]
    else links.push({ id, text, depth })
  }
  return { title: '', searchDepth: 2, depth: 2, links }
}

function headingsIn(nodes: readonly ContentNode[], levels: number): TocLink[] {
  return nodes.filter(isElement).flatMap(({ tag, props, children }) => {
    const depth = DEPTHS[tag]
    if (depth !== undefined) return [{ id: String(props['id']), text: plainText(children), depth }]
    return levels > 1 && tag !== 'section' && !isPartName(tag) ? headingsIn(children, levels - 1) : []
  })
}

type Parent = Extract<Nodes, { children: unknown[] }>

/** Text directives (`10:30`, `:smile`) become text again. */
function resolveParts(tree: Root, text: string, notes: AuthorNotes): void {
  visit(tree, (node, index, parent: Parent | undefined) => {
    if (!parent || index === undefined) return undefined
    if (node.type === 'textDirective') {
      const { start, end } = node.position ?? {}
      parent.children.splice(index, 1, { type: 'text', value: text.slice(start?.offset, end?.offset) } as never)
      return SKIP
    }
    if (node.type !== 'leafDirective' && node.type !== 'containerDirective') return undefined
    const line = node.position?.start.line ?? 1
    const faults = [...checkForm(node, parent, text), ...resolvePart(node, line, notes)]
    if (faults.length === 0) return undefined
    for (const message of faults) notes.fault(line, message)
    parent.children.splice(index, 1)
    return index
  })
}

function resolvePart(node: ContainerDirective | LeafDirective, line: number, notes: AuthorNotes): string[] {
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

function checkForm(node: ContainerDirective | LeafDirective, parent: Parent, text: string): string[] {
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
  if (hasLabel(node)) return [`“${name}” takes no words in brackets; a title is written {title="…"}.`]
  const isHeaded = (node.children as RootContent[]).some((child) => child.type === 'heading' && child.depth === heading)
  return heading === undefined || isHeaded ? [] : [`“${name}” needs a heading “${'#'.repeat(heading)}”.`]
}

function hasLabel(node: ContainerDirective | LeafDirective): boolean {
  if (node.type === 'leafDirective') return node.children.length > 0
  const [first] = node.children
  return first?.type === 'paragraph' && first.data?.directiveLabel === true
}

function sliceOf(node: ContainerDirective, text: string): string {
  return text.slice(node.position?.start.offset, node.position?.end.offset)
}
