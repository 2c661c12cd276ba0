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
  id: string
  text: string
  depth: number
  children?: TocLink[]
}

export interface ContentBody {
  type: 'root'
  children: ContentNode[]
  toc: { title: string; searchDepth: number; depth: number; links: TocLink[] }
}

/** The author's own fields, and fields derived from the path and the text of the file (`_…`). */
export interface ContentDocument {
  [field: string]: unknown
  /** `content:en:blogs:1.caring-for-silver.md` */
  _id: string
  _source: string
  _file: string
  /** Without its extension. */
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
