export interface ContentText {
  type: 'text'
  value: string
}

export interface ContentElement {
  type: 'element'
  /** An HTML tag, or the name of a page part such as `faqs`. */
  tag: string
  props: Record<string, unknown>
  children: ContentNode[]
}

export type ContentNode = ContentText | ContentElement

export interface TocLink {
  /** The heading's id. */
  id: string
  text: string
  /** Level of the heading: 2 for `h2`. */
  depth: number
  children?: TocLink[]
}

/** The text of a Markdown document as a tree. */
export interface ContentBody {
  type: 'root'
  children: ContentNode[]
  toc: { title: string; searchDepth: number; depth: number; links: TocLink[] }
}

/** A file of the content folder: the author's own fields, and fields derived from its path and text (`_…`). */
export interface ContentDocument {
  [field: string]: unknown
  /** Source and path joined by colons: `content:en:blogs:1.caring-for-silver.md`. */
  _id: string
  _source: string
  _file: string
  /** The path of the file without its extension. */
  _stem: string
  _extension: string
  _type: 'markdown' | 'yaml' | 'json' | 'csv'
  /** Route without the locale: `/blogs/caring-for-silver`. */
  _path: string
  _dir: string
  _locale: string
  _draft: boolean
  _partial: boolean
  title: string
  description?: string
  /** Markdown: the tree. CSV, and YAML or JSON whose top level is a list: that list. */
  body?: unknown
}

/** A mistake in a content file, reported to its author. */
export interface ContentFault {
  /** Path inside the content folder. */
  file: string
  /** From 1. */
  line: number
  message: string
}

export function isElement(node: ContentNode): node is ContentElement {
  return node.type === 'element'
}
