import type { Root } from 'mdast'
import remarkDirective from 'remark-directive'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

import { isElement, type ContentBody, type ContentNode, type TocLink } from '#content/document.ts'
import { isPartName } from '#content/parts/part-schemas.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/i18n/locale.ts'

import type { ImageFinder } from '../find-image.ts'
import { readYaml } from '../read-yaml.ts'
import type { FieldLines, Reading } from '../reading.ts'
import type { AuthorNotes } from './author-notes.ts'
import { nameParts } from './name-parts.ts'
import { textOf } from './text-of.ts'
import { toTree } from './to-tree.ts'

export interface Markdown {
  fields: Record<string, unknown>
  lines: FieldLines
  body: ContentBody
  /** Of the first `#`; empty where there is none. */
  title: string
  /** The first paragraph after it. */
  description: string
}

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkDirective).freeze()

/** What Markdown itself says, where someone writes footnotes. */
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

/**
 * Reads Markdown with front matter.
 * @param locale of its readers
 * @param notes told what is wrong with a part of it, which is left out
 * @returns `fault` where nothing of it can be read
 */
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
  noteStrays(tree, notes)
  nameParts(tree, text, notes)
  const children = toTree(toHtml[isLocale(locale) ? locale : DEFAULT_LOCALE].runSync(tree), findImage, notes)
  return {
    fields: front.value,
    lines: front.lines ?? new Map(),
    body: { type: 'root', children, toc: listContents(children) },
    ...introduction(children),
  }
}

function readFrontMatter(tree: Root, text: string): Reading {
  const [first] = tree.children
  if (first?.type === 'yaml') return readYaml(first.value, 2)
  if (!/^---[ \t]*\r?\n/.test(text)) return { value: {} }
  return { fault: { line: 1, message: 'Front matter is never closed with “---”.' } }
}

/** What Markdown would drop in silence, or show as it is written. */
function noteStrays(tree: Root, notes: AuthorNotes): void {
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1
    // A comment is for authors, and the end of a tag is told with its beginning.
    if (node.type === 'html' && !/^(?:<!--[^]*-->|<\/.*)$/.test(node.value.trim())) {
      notes.fault(line, `HTML is left out: ${node.value.slice(0, 40)}`)
    }
    if (node.type === 'text' && /^:{3,}\s*$/m.test(node.value)) notes.fault(line, '“:::” closes nothing here.')
  })
}

function introduction(children: readonly ContentNode[]): { title: string; description: string } {
  const blocks = children.filter(isElement)
  const heading = blocks.findIndex(({ tag }) => tag === 'h1')
  const paragraph = blocks.slice(heading + 1).find(({ tag }) => tag === 'p')
  return { title: textOf(blocks[heading]?.children ?? []), description: textOf(paragraph?.children ?? []) }
}

/** Sections and their sections: deeper than that, a list of contents is no help. */
const DEPTHS: Record<string, number> = { h2: 2, h3: 3 }

/**
 * Lists the headings of a text. Those of parts are left out, for a part decides itself what it shows, and so is that of
 * the footnotes.
 */
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
    if (depth !== undefined) return [{ id: String(props['id']), text: textOf(children), depth }]
    return levels > 1 && tag !== 'section' && !isPartName(tag) ? headingsIn(children, levels - 1) : []
  })
}
